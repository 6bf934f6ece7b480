package import Primitives

/// Bounds how often a listener computes keys, which costs it a hundred times what it costs to ask.
package struct HandshakeBudget: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Handshakes from one IPv4 address or IPv6 /64; nil for no limit.
        package var perAddress: RateLimit? = RateLimit(perSecond: 5, burst: 10)
        package var total = RateLimit(perSecond: 50, burst: 50)
        /// Whether addresses have shares only of what is past `total`, rather than `total` being the most.
        package var sharesOnlyUnderLoad = false

        /// What a peer's engine allows.
        package init() {}

        /// What a tracker allows: everybody while it has nothing better to do, then each its share.
        package static var tracker: Limits {
            var limits = Limits()
            limits.perAddress = RateLimit(perSecond: 20, burst: 5)
            limits.total = RateLimit(perSecond: 500, burst: 500)
            limits.sharesOnlyUnderLoad = true
            return limits
        }
    }

    /// Addresses that are remembered; those that were not heard of for longest have their burst again.
    private static let addresses = 8_192

    var limits: Limits
    private var total: RateLimiter
    private var byAddress = RecencyTable<IPAddress, RateLimiter>(capacity: addresses)

    package init(_ limits: Limits, at now: Moment) {
        self.limits = limits
        total = RateLimiter(at: now)
    }

    package var remembered: Int { byAddress.count }

    /// Returns nil if one more handshake fits, and then counts it.
    package mutating func spend(for address: IPAddress, at now: Moment) -> AcceptRefusal? {
        if limits.sharesOnlyUnderLoad {
            if total.admits(at: now, limit: limits.total) { return nil }
            return admits(address, at: now) ? nil : .handshakesPerAddress
        }
        guard admits(address, at: now) else { return .handshakesPerAddress }
        return total.admits(at: now, limit: limits.total) ? nil : .handshakes
    }

    private mutating func admits(_ address: IPAddress, at now: Moment) -> Bool {
        guard let limit = limits.perAddress else { return true }
        let subscriber = address.subscriber
        var limiter = byAddress.value(forKey: subscriber) ?? RateLimiter(at: now)
        let isAdmitted = limiter.admits(at: now, limit: limit)
        byAddress.setValue(limiter, forKey: subscriber)
        return isAdmitted
    }
}
