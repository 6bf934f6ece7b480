package import Primitives

/// Counts a listener's connections by where they come from and says which may stay.
package struct AcceptGate: Sendable {
    /// A /24 of IPv4 or a /48 of IPv6: what one subscriber can easily have.
    private enum Prefix: Hashable {
        case v4(UInt32)
        case v6(UInt64)

        init(_ address: IPAddress) {
            switch address {
            case .v4(let value): self = .v4(value >> 8)
            case .v6(let high, _): self = .v6(high >> 16)
            }
        }
    }

    private struct Count<Place: Hashable & Sendable>: Sendable {
        private var counts: [Place: Int] = [:]

        subscript(place: Place) -> Int { counts[place] ?? 0 }

        mutating func add(_ place: Place) { counts[place, default: 0] += 1 }

        mutating func remove(_ place: Place) {
            counts[place] = self[place] > 1 ? self[place] - 1 : nil
        }
    }

    package private(set) var pending = 0
    package private(set) var open = 0
    /// Who has come stays, also where it is one too many by now.
    var limits: AcceptLimits
    private var pendingByPrefix = Count<Prefix>()
    private var openByAddress = Count<IPAddress>()
    private var openByPrefix = Count<Prefix>()

    package init(_ limits: AcceptLimits) {
        self.limits = limits
    }

    /// Whether a connection may begin its handshake; if so it counts as pending.
    package mutating func arrived(from address: IPAddress) -> Bool {
        guard pending < limits.pending,
            pendingByPrefix[Prefix(address)] < limits.pendingPerPrefix, hasRoom(for: address)
        else { return false }
        pending += 1
        pendingByPrefix.add(Prefix(address))
        return true
    }

    /// Whether a channel may open besides those that have; asked before the handshake is answered.
    package func hasRoom(for address: IPAddress) -> Bool {
        open < limits.open && openByAddress[address] < limits.openPerAddress
            && openByPrefix[Prefix(address)] < limits.openPerPrefix
    }

    /// A pending connection has become a channel.
    package mutating func opened(from address: IPAddress) {
        abandoned(from: address)
        open += 1
        openByAddress.add(address)
        openByPrefix.add(Prefix(address))
    }

    /// A pending connection ended.
    package mutating func abandoned(from address: IPAddress) {
        pending -= 1
        pendingByPrefix.remove(Prefix(address))
    }

    /// An open channel ended.
    package mutating func closed(from address: IPAddress) {
        open -= 1
        openByAddress.remove(address)
        openByPrefix.remove(Prefix(address))
    }
}
