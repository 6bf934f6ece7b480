package import EventLoop

/// Why a channel ended.
package enum ChannelCloseReason: Error, Hashable, Sendable {
    /// The other side said so in a close record: all that it sent has arrived.
    case closedByRemote
    case closedByUs
    /// The connection ended without a close record: anything may be missing.
    case endWithoutClose
    /// Keys were not agreed in time.
    case handshakeTimedOut
    /// Somebody's handshake message was not acceptable: ours to them, or theirs to us.
    case handshakeRefused
    /// A record that nobody with the key has written, or of no known kind.
    case badRecord
    /// A record announced more bytes than one may have.
    case oversizeRecord
    /// The other side does not read what it is sent.
    case stalled
    case connectionFailed(LoopError)
}
