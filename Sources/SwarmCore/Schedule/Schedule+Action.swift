package import PeerWire
package import Primitives

extension Schedule {
    /// What the caller carries out before the next input.
    package enum Action: Hashable, Sendable {
        /// Fetches from `offset` to before `end`, or to the end of the segment.
        case fetchFromOrigin(SegmentID, offset: Int, end: Int?, reason: OriginReason)
        case cancelOrigin(SegmentID)
        case requestLeaves(SegmentID, from: PeerID)
        case requestChunks(SegmentID, ChunkRun, from: PeerID, deadline: Moment)
        case cancelChunks(SegmentID, ChunkRun, from: PeerID)
        /// Tells all peers that somebody fetches the segment.
        case tellRumour(SegmentID)
    }

    /// How a peer ended a request without sending its chunks.
    package enum Refusal: Hashable, Sendable {
        /// The peer does not hold the chunks.
        case absent
        /// The peer holds them and may be asked again later.
        case busy(retryAfter: Duration)
    }
}
