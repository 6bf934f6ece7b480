/// What a peer did that no peer of ours does.
package enum PeerViolation: Error, Hashable, Sendable {
    /// A message came before the hello, or a second hello.
    case outOfOrder
    /// The bytes were no message.
    case malformed
    /// Far more updates than an honest peer has to tell.
    case updateFlood
    /// More tracks than a content has.
    case tooManyTracks
    /// More chunks asked for than may be outstanding.
    case tooManyRequests
    /// Chunks that were never asked for.
    case unrequestedData
    /// A chunk that did not match its leaf.
    case wrongChunk
    /// Leaves that did not add up to an attested root.
    case wrongLeaves

    package enum Penalty: Hashable, Sendable {
        /// The channel is closed; the peer may be introduced again.
        case close
        /// The peer's key is never talked to again.
        case ban
    }

    package var penalty: Penalty {
        switch self {
        case .outOfOrder, .malformed, .updateFlood, .tooManyTracks, .tooManyRequests,
            .unrequestedData:
            .close
        case .wrongChunk, .wrongLeaves: .ban
        }
    }
}
