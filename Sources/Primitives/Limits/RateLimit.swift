/// How many events a second are let through, and how many at once.
package struct RateLimit: Hashable, Sendable {
    package var perSecond: Int
    package var burst: Int

    /// Both are at least one.
    package init(perSecond: Int, burst: Int) {
        self.perSecond = max(1, perSecond)
        self.burst = max(1, burst)
    }

    var interval: Duration { .seconds(1) / perSecond }
}
