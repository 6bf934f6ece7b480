/// How many connections a listener holds, in all and from one place.
package struct AcceptLimits: Sendable {
    /// Connections without keys.
    package var pending = 32
    /// Of these, from one /24 or /48.
    package var pendingPerPrefix = 4
    /// Channels that are open.
    package var open = 24
    /// Of these, from one address.
    package var openPerAddress = 2
    /// Of these, from one /24 or /48.
    package var openPerPrefix = 4

    /// What a peer's engine allows.
    package init() {}

    /// What a tracker allows, whose clients may share an address.
    package static var tracker: AcceptLimits {
        var limits = AcceptLimits()
        limits.pending = 4096
        limits.pendingPerPrefix = 16
        limits.open = 16_384
        limits.openPerAddress = 16
        limits.openPerPrefix = 64
        return limits
    }

    /// The same totals for a swarm that lives on one address.
    package var onOneAddress: AcceptLimits {
        var limits = self
        limits.pendingPerPrefix = pending
        limits.openPerAddress = open
        limits.openPerPrefix = open
        return limits
    }
}
