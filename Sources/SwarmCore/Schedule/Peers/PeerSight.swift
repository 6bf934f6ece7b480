package import Primitives

/// A connected peer as it reports itself, for the operator to look at.
package struct PeerSight: Hashable, Sendable {
    package let peer: PeerID
    package let isEdge: Bool
    package let uploads: Bool
    /// On this session's time line; nil until the peer has said where it plays.
    package let position: Duration?
    package let buffer: Duration?
}

extension Schedule {
    /// Every connected peer, in the order of their playheads.
    package func peerSights(at now: Moment) -> [PeerSight] {
        peers.order.places.map { peers.entries[$0.slot.index].sight(at: now) }
    }
}
