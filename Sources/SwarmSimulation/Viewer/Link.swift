import PeerWire
import Primitives
import SwarmCore

/// One member's end of a connection: a place that is used again when a connection has ended.
struct Link: Sendable {
    /// How often the place has been used: what was sent to an earlier connection is lost.
    private(set) var generation: UInt16 = 0
    private(set) var isOpen = false
    /// The other end, by which messages are addressed.
    private(set) var remote = LinkEnd(member: 0, slot: 0, generation: 0)
    private(set) var peer = PeerID(.zero)
    /// Nanoseconds that a message takes.
    private(set) var latency: Int64 = 0
    /// What the peer has told, and judges it.
    var state = PeerState(limits: PeerLimits(), at: .start)
    /// Chunks of one connection never overtake each other.
    var dataUntil: Int64 = 0

    mutating func open(to remote: LinkEnd, _ peer: PeerID, latency: Int64, at now: Moment) {
        isOpen = true
        self.remote = remote
        self.peer = peer
        self.latency = latency
        state = PeerState(limits: PeerLimits(), at: now)
        dataUntil = 0
    }

    mutating func sender(generation: UInt16) -> PeerID? {
        isOpen && self.generation == generation ? peer : nil
    }

    mutating func lacks(_ segment: SegmentID, _ chunks: ChunkMask?) -> Bool {
        state.lacks(segment, chunks)
    }

    mutating func readAhead() -> Int {
        Int(peer.member) &+ Int(truncatingIfNeeded: dataUntil)
    }

    mutating func close() {
        isOpen = false
        generation &+= 1
        state = PeerState(limits: PeerLimits(), at: .start)
    }
}
