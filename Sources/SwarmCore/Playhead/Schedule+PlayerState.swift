package import Primitives

extension Schedule {
    /// The player here, by whoever is trusted most with it; nil while nobody has said anything.
    package func playerState(at now: Moment) -> PlayerState? {
        playhead.position(at: now).map {
            PlayerState(
                position: $0, buffer: playhead.buffer(at: now), rate: playhead.rate(at: now))
        }
    }
}
