import Primitives

/// How often the source of credentials may be asked: a few times at once, and then every few seconds.
///
/// An origin that refuses whatever it is shown (a missing object, an account that is closed), or a
/// credential that has expired when it comes, would otherwise have the application's backend asked
/// with every request of the player.
struct RenewalPace: Hashable, Sendable {
    static let interval = Duration.seconds(5)
    static let burst = 4

    /// When the renewals so far would be used up at one an interval; nil before the first.
    private var usedUntil: Moment?

    init() {}

    /// Whether one more is due; one that is not leaves no trace.
    mutating func admits(at now: Moment) -> Bool {
        let start = max(usedUntil ?? now, now)
        guard start - now <= Self.interval * (Self.burst - 1) else { return false }
        usedUntil = start + Self.interval
        return true
    }
}
