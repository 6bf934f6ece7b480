/// The bounds of one channel.
package struct ChannelLimits: Sendable {
    /// From accepting, or from dialling, to the initiator's first record.
    ///
    /// Absolute, so that a slow trickle of bytes gains nothing.
    package var handshakeTime = Duration.seconds(5)
    /// Bytes of its opening that an initiator must have sent for each second since it was accepted.
    package var openingBytesPerSecond = 64
    /// Bytes of a record's plaintext, of which the channel itself uses one.
    package var longestPlaintext = 32 * 1024 + 64
    /// Bytes that TCP has not taken: owners stop before; twice as many close the channel.
    package var sendBuffer = 512 * 1024
    /// How long TCP may take nothing of a queue that is not empty.
    package var longestStall = Duration.seconds(10)
    /// How long a closed channel waits for the other side to close too.
    package var linger = Duration.seconds(2)

    /// What a peer's engine allows.
    package init() {}

    /// What a tracker allows, which has many clients and says little to each.
    package static var tracker: ChannelLimits {
        var limits = ChannelLimits()
        limits.handshakeTime = .seconds(10)
        limits.longestPlaintext = 16 * 1024
        limits.sendBuffer = 64 * 1024
        return limits
    }
}
