package import Primitives

/// Bounds the connections that introductions can make this engine open.
package struct DialBudget: Sendable {
    package struct Configuration: Sendable {
        package var inFlight = 8
        /// Channels open that this engine dialled.
        package var open = 16
        /// Of these and of those in flight, to one address.
        package var perAddress = 2
        /// Of these and of those in flight, to one /24 or /48.
        package var perPrefix = 4
        package var perMinute = 30
        /// How long an address is left alone after a dial to it failed.
        package var failureRest = Duration.seconds(600)
        /// Failed addresses that are remembered; with more of them, nothing is dialled.
        package var failuresRemembered = 1_024

        package init() {}

        /// The same totals for a swarm that lives on one address.
        package var onOneAddress: Configuration {
            var configuration = self
            configuration.perAddress = open
            configuration.perPrefix = open
            return configuration
        }
    }

    package enum Refusal: Hashable, Sendable {
        /// A dial to this address is in flight or open, or failed lately.
        case address
        /// Enough channels are dialled: in all, or into that neighbourhood.
        case open, neighbourhood
        /// Too many dials; another may be made at the moment given, or when one ends if nil.
        case budget(until: Moment?)
    }

    /// How often a dial was refused; counts only grow.
    package struct Refusals: Hashable, Sendable {
        package private(set) var byAddress = 0
        package private(set) var byOpenChannels = 0
        package private(set) var byNeighbourhood = 0
        package private(set) var byBudget = 0
        /// Addresses that no engine dials, whatever its budget.
        package internal(set) var byRule = 0

        package init() {}

        fileprivate mutating func count(_ refusal: Refusal) {
            switch refusal {
            case .address: byAddress += 1
            case .open: byOpenChannels += 1
            case .neighbourhood: byNeighbourhood += 1
            case .budget: byBudget += 1
            }
        }
    }

    private let configuration: Configuration
    /// What was refused so far, by why.
    package private(set) var refused = Refusals()
    private var inFlight: Set<SocketAddress> = []
    private var open: Set<SocketAddress> = []
    private var startedLately = Deque<Moment>()
    private var restingUntil: [SocketAddress: Moment] = [:]

    package init(configuration: Configuration) {
        self.configuration = configuration
    }

    /// Returns nil when the dial may be made, and then counts it.
    package mutating func dial(_ address: SocketAddress, at now: Moment) -> Refusal? {
        forget(before: now)
        if let refusal = refusal(of: address) {
            refused.count(refusal)
            return refusal
        }
        inFlight.insert(address)
        startedLately.append(now)
        return nil
    }

    private func refusal(of address: SocketAddress) -> Refusal? {
        guard !inFlight.contains(address), !open.contains(address), restingUntil[address] == nil
        else { return .address }
        guard open.count + inFlight.count < configuration.open else { return .open }
        guard hasRoom(beside: address.ip) else { return .neighbourhood }
        guard inFlight.count < configuration.inFlight else { return .budget(until: nil) }
        if startedLately.count >= configuration.perMinute, let oldest = startedLately.first {
            return .budget(until: oldest + .seconds(60))
        }
        if restingUntil.count >= configuration.failuresRemembered {
            return .budget(until: restingUntil.values.min())
        }
        return nil
    }

    private func hasRoom(beside ip: IPAddress) -> Bool {
        let dialled = [inFlight, open].joined()
        let neighbours = dialled.filter { NetworkPrefix(of: $0.ip) == NetworkPrefix(of: ip) }
        return neighbours.count < configuration.perPrefix
            && neighbours.count(where: { $0.ip == ip }) < configuration.perAddress
    }

    /// An address was not even to be asked about.
    package mutating func ruledOut() { refused.byRule += 1 }

    package mutating func dialSucceeded(_ address: SocketAddress) {
        guard inFlight.remove(address) != nil else { return }
        open.insert(address)
    }

    /// The channel that was dialled is closed, or never opened.
    package mutating func dialEnded(_ address: SocketAddress, at now: Moment) {
        guard open.remove(address) == nil, inFlight.remove(address) != nil else { return }
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
