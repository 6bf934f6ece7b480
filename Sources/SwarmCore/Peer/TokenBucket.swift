package import Primitives

/// Grants a rate with bursts: tokens accrue with time up to a bound, and are spent.
package struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    private var tokens: Double
    private var countedAt: Moment

    /// Starts full; `rate` is tokens a second.
    package init(rate: Double, burst: Double, at now: Moment) {
        precondition(rate > 0 && burst > 0, "a bucket that never grants anything")
        self.rate = rate
        self.burst = burst
        tokens = burst
        countedAt = now
    }

    /// Spends `amount` if the bucket holds any token at all; a large amount leaves it in debt.
    package mutating func spend(_ amount: Double, at now: Moment) -> Bool {
        refill(at: now)
        guard tokens > 0 else { return false }
        tokens -= amount
        return true
    }

    /// Takes back what was spent and not used.
    package mutating func giveBack(_ amount: Double) { tokens = min(burst, tokens + amount) }

    /// When `spend` succeeds again.
    package func ready(after now: Moment) -> Moment {
        let current = min(burst, tokens + rate * max(0, (now - countedAt).inSeconds))
        guard current <= 0 else { return now }
        return now + .clamped(seconds: -current / rate) + .milliseconds(1)
    }

    private mutating func refill(at now: Moment) {
        guard now > countedAt else { return }
        tokens = min(burst, tokens + rate * now.seconds(since: countedAt))
        countedAt = now
    }
}
