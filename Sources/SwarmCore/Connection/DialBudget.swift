package import Primitives

/// Bounds the connections that introductions can make this engine open.
package struct DialBudget: Sendable {
    package struct Configuration: Sendable {
        package var inFlight = 8
        package var perMinute = 30
        /// How long an address is left alone after a dial to it failed.
        package var failureRest = Duration.seconds(600)
        /// Failed addresses that are remembered; with more of them, nothing is dialled.
        package var failuresRemembered = 1_024

        package init() {}
    }

    package enum Refusal: Hashable, Sendable {
        /// A dial to this address is in flight, or failed lately.
        case address
        /// Too many dials; another may be made at the moment given, or when one ends if nil.
        case budget(until: Moment?)
    }

    private let configuration: Configuration
    private var inFlight: Set<SocketAddress> = []
    private var startedLately = Deque<Moment>()
    private var restingUntil: [SocketAddress: Moment] = [:]

    package init(configuration: Configuration) {
        self.configuration = configuration
    }

    /// Returns nil when the dial may be made, and then counts it.
    package mutating func dial(_ address: SocketAddress, at now: Moment) -> Refusal? {
        forget(before: now)
        guard !inFlight.contains(address), restingUntil[address] == nil else { return .address }
        guard inFlight.count < configuration.inFlight else { return .budget(until: nil) }
        if startedLately.count >= configuration.perMinute, let oldest = startedLately.first {
            return .budget(until: oldest + .seconds(60))
        }
        if restingUntil.count >= configuration.failuresRemembered {
            return .budget(until: restingUntil.values.min())
        }
        inFlight.insert(address)
        startedLately.append(now)
        return nil
    }

    package mutating func dialSucceeded(_ address: SocketAddress) {
        inFlight.remove(address)
    }

    package mutating func dialFailed(_ address: SocketAddress, at now: Moment) {
        guard inFlight.remove(address) != nil else { return }
        restingUntil[address] = now + configuration.failureRest
    }

    private mutating func forget(before now: Moment) {
        while let oldest = startedLately.first, oldest + .seconds(60) <= now {
            _ = startedLately.popFirst()
        }
        if restingUntil.values.contains(where: { $0 <= now }) {
            restingUntil = restingUntil.filter { $0.value > now }
        }
    }
}
