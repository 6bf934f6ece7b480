/// What a backend says to the wish to play an episode.
public enum PlaybackAnswer: Hashable, Sendable {
    /// Why an episode is not played.
    public enum Outcome: Hashable, Sendable {
        /// The viewer has not paid for it.
        case locked
        /// The title is gone for good.
        case unavailable
        /// The episode is not out yet.
        case notReady
        /// The backend has too much to do; a moment later it may work.
        case busy
        /// Something else went wrong.
        case broken
    }

    /// The ticket, and tickets for episodes of the same film that may be wanted next, by number.
    case ticket(PlaybackTicket, next: [Int: PlaybackTicket])
    /// No ticket.
    case refused(Outcome)
}
