package import PeerWire

/// Where a player is: a report of the player here, or of one at a peer.
package struct PlayerState: Hashable, Sendable {
    /// Media time of what is shown now.
    package let position: Duration
    /// Continuous media held ahead of the position.
    package let buffer: Duration
    /// Media seconds per second; zero while paused.
    package let rate: Double

    package init(position: Duration, buffer: Duration, rate: Double) {
        self.position = position
        self.buffer = buffer
        self.rate = rate
    }

    /// What a peer says of its player.
    package init(_ progress: Progress) {
        self.init(
            position: .milliseconds(progress.position), buffer: .milliseconds(progress.buffer),
            rate: Double(progress.ratePercent) / 100)
    }
}
