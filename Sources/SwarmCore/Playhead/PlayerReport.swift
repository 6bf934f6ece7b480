/// What an application says of its player, as far as it says anything.
package struct PlayerReport: Hashable, Sendable {
    /// Media time of what is shown now.
    package var position: Duration?
    /// Continuous media held ahead of the position.
    package var buffer: Duration?
    /// Media seconds per second; zero while paused.
    package var rate: Double?

    package init(position: Duration? = nil, buffer: Duration? = nil, rate: Double? = nil) {
        self.position = position
        self.buffer = buffer
        self.rate = rate
    }

    package init(_ state: PlayerState) {
        self.init(position: state.position, buffer: state.buffer, rate: state.rate)
    }
}
