/// What a screen shows of an episode.
public enum PlaybackState: Hashable, Sendable {
    /// It has been asked for.
    case loading
    /// The player has a ticket for it.
    case playing
    /// The viewer has to pay first.
    case paywall
    /// It cannot be played; asking again may help if `canRetry`.
    case message(String, canRetry: Bool)
}
