import Primitives

/// A player's request for media of a known time.
struct MediaRequest: Sendable {
    let track: TrackID
    let start: Duration
    let duration: Duration
    let hints: PlayerHints?

    var end: Duration { start + duration }
}
