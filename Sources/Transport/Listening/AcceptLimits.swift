/// How many connections a listener holds, in all and from one place, and how fast they may come.
package struct AcceptLimits: Hashable, Sendable {
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
    /// Handshakes that are computed.
    package var handshakes = HandshakeBudget.Limits()
    /// Descriptors of the process that connections leave free, for the CDN and players.
    package var reservedDescriptors = 64
    /// Of the descriptors that the process may have, those that it may have when a connection comes.
    package var descriptorPercent = 100

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
        limits.handshakes = .tracker
        limits.descriptorPercent = 80
        return limits
    }

    /// The same totals for a swarm that lives on one address.
    package var onOneAddress: AcceptLimits {
        var limits = self
        limits.pendingPerPrefix = pending
        limits.openPerAddress = open
        limits.openPerPrefix = open
        limits.handshakes.perAddress = nil
        return limits
    }

    /// The lowest descriptor that no connection may have, in a process that may have so many.
    ///
    /// The kernel hands out the lowest that is free: a connection's own tells how many are in use. A
    /// process that has hardly any shares them in halves.
    package func firstReserved(of descriptors: Int) -> Int {
        max(
            descriptors / 2,
            min(descriptors - reservedDescriptors, descriptors / 100 * descriptorPercent))
    }
}
