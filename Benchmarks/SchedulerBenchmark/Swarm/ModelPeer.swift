import Primitives
import SwarmCore

/// A peer that serves what it is asked for in turn, and that watches the same media itself.
struct ModelPeer {
    struct Request: Equatable {
        let segment: UInt64
        let chunk: Int
    }

    /// Segments that a peer with little room keeps.
    static let smallStore: UInt64 = 50

    let id: PeerID
    /// Bytes per second.
    let rate: Double
    let roundTrip: Duration
    let hasLittleRoom: Bool
    /// The segments that it holds.
    var held: Range<UInt64>
    /// Says in turn that it has a quarter, half, three quarters and all of the next segment.
    var progress = 0
    var pending: [Request] = []
    /// Counts its deliveries; one of an earlier turn was cancelled.
    var turn = 0

    init(id: PeerID, rate: Double, roundTrip: Duration, hasLittleRoom: Bool) {
        self.id = id
        self.rate = rate
        self.roundTrip = roundTrip
        self.hasLittleRoom = hasLittleRoom
        held = 0..<0
    }

    var secondsPerChunk: Double { Double(ChunkGeometry.chunkSize) / rate }
}
