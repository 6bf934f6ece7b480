package import Primitives

/// Spaces out attempts to connect: longer after each failure, with jitter.
///
/// Only a connection that lasted counts as a success, so that one that is accepted and closed at
/// once is not hammered.
package struct Backoff: Sendable {
    package struct Configuration: Sendable {
        package var first = Duration.seconds(1)
        package var longest = Duration.seconds(120)
        /// How long a connection must have been open for the next wait to be short again.
        package var lasting = Duration.seconds(30)

        package init() {}
    }

    private let configuration: Configuration
    private var random: SeededRandom
    private var failures = 0
    private var connectedAt: Moment?

    package init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        random = SeededRandom(seed: seed)
    }

    package mutating func connected(at now: Moment) { connectedAt = now }

    /// The connection is no success, however long it lasts.
    package mutating func turnedAway() { connectedAt = nil }

    /// The attempt failed, or the connection ended; returns when to try again.
    package mutating func ended(at now: Moment) -> Moment {
        if let connectedAt, now - connectedAt >= configuration.lasting { failures = 0 }
        connectedAt = nil
        defer { failures = min(failures + 1, 30) }
        let full = min(
            configuration.longest.inSeconds,
            configuration.first.inSeconds * Double(UInt64(1) << UInt64(failures)))
        return now + .clamped(seconds: full * Double.random(in: 0.5...1, using: &random))
    }
}
