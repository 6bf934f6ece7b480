package import Primitives

/// What message 1 of an initiator says, proven to come from the owner of `remote`.
///
/// It may be an old one that somebody sends again: only the initiator's first record shows that it is
/// there now.
package struct ChannelRequest: Hashable, Sendable {
    /// Nil on a channel to the tracker.
    package let swarm: SwarmID?
    package let remote: PeerID
    /// The initiator's one-time key, which two openings never share.
    package let ephemeral: Bytes32
    /// When the initiator wrote it, by its own clock.
    package let unixMilliseconds: UInt64
    package let payload: [UInt8]
}
