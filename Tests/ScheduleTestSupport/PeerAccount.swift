import PeerWire
import Primitives

/// What an oracle knows of one connected peer.
struct PeerAccount {
    struct Request: Hashable {
        let segment: SegmentID
        let chunk: Int
    }

    let uploads: Bool
    var held: Set<SegmentID> = []
    var receiving: [SegmentID: ChunkMask] = [:]
    var busyUntil = Moment.start
    /// Chunks asked of the peer that it has neither sent nor refused, and that were not taken back.
    var outstanding: Set<Request> = []

    mutating func gained(_ segment: SegmentID) {
        held.insert(segment)
        receiving[segment] = nil
    }

    mutating func lost(_ segment: SegmentID) {
        held.remove(segment)
        receiving[segment] = nil
    }

    /// Whether the peer said that it can give the chunk.
    func has(_ chunk: Int, of segment: SegmentID) -> Bool {
        held.contains(segment) || receiving[segment]?.contains(chunk) ?? false
    }

    func hasAny(of segment: SegmentID) -> Bool {
        held.contains(segment) || receiving[segment].map { !$0.isEmpty } ?? false
    }
}
