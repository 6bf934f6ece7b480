/// Lets through a steady rate with a burst above it, by the generic cell rate algorithm: one moment of state.
package struct RateLimiter: Hashable, Sendable {
    /// When the events let through so far would be used up at the steady rate.
    private var usedUntil: Moment

    package init(at now: Moment) {
        usedUntil = now
    }

    /// Whether one more event fits; one that does not leaves no trace.
    package mutating func admits(at now: Moment, limit: RateLimit) -> Bool {
        let start = max(usedUntil, now)
        guard start - now <= limit.interval * (limit.burst - 1) else { return false }
        usedUntil = start + limit.interval
        return true
    }

    /// Whether all of the burst is available again.
    package func isIdle(at now: Moment) -> Bool { usedUntil <= now }
}
