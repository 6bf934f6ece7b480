package import Primitives

/// Counts a listener's connections by where they come from, and says which may stay.
package struct AcceptGate: Sendable {
    private struct Count<Place: Hashable & Sendable>: Sendable {
        private var counts: [Place: Int] = [:]

        subscript(place: Place) -> Int { counts[place] ?? 0 }

        mutating func add(_ place: Place) { counts[place, default: 0] += 1 }

        mutating func remove(_ place: Place) {
            counts[place] = self[place] > 1 ? self[place] - 1 : nil
        }
    }

    /// One connection that came.
    package struct Arrival: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    package private(set) var pending = 0
    package private(set) var open = 0
    package private(set) var counters = AcceptCounters()
    /// Who has come stays, also where it is one too many by now.
    var limits: AcceptLimits {
        didSet { handshakes.limits = limits.handshakes }
    }
    /// Descriptors that the process may have.
    private let descriptors: Int
    private var pendingByPrefix = Count<NetworkPrefix>()
    private var openByAddress = Count<IPAddress>()
    private var openByPrefix = Count<NetworkPrefix>()
    private var handshakes: HandshakeBudget
    /// Pending connections that have not shown who they are, in the order they came.
    private var strangers = Strangers()

    package init(_ limits: AcceptLimits, descriptors: Int = .max, at now: Moment) {
        self.limits = limits
        self.descriptors = descriptors
        handshakes = HandshakeBudget(limits.handshakes, at: now)
    }

    /// Who has to go for a connection to be let in: whoever of all has kept silent for longest.
    ///
    /// Who has something to say says it at once, so that it takes a flood to crowd such a one out, and not
    /// a few who hold their places. Nil where there is room, or where there is none even then.
    package mutating func makesRoom(for address: IPAddress, descriptor: Int = 0) -> Arrival? {
        guard noRoomToArrive(from: address, descriptor) == .pending,
            pendingByPrefix[NetworkPrefix(of: address)] < limits.pendingPerPrefix,
            noRoomToOpen(from: address) == nil
        else { return nil }
        guard let silent = strangers.popFirst() else { return nil }
        counters.displaced += 1
        return silent
    }

    /// Lets a connection begin its handshake, which counts as pending then; nil turns it away.
    package mutating func arrived(from address: IPAddress, descriptor: Int = 0) -> Arrival? {
        guard passes(noRoomToArrive(from: address, descriptor)) else { return nil }
        pending += 1
        pendingByPrefix.add(NetworkPrefix(of: address))
        return strangers.append()
    }

    /// The connection has shown who it is: nobody takes its place any more.
    package mutating func introduced(_ arrival: Arrival) { strangers.remove(arrival) }

    /// Whether keys may be computed for a message 1 that bears the swarm's mark, if it needs one.
    package mutating func mayShakeHands(with address: IPAddress, at now: Moment) -> Bool {
        passes(handshakes.spend(for: address, at: now))
    }

    /// Whether a channel may open besides those that have; asked before the handshake is answered.
    package mutating func mayOpen(from address: IPAddress) -> Bool {
        passes(noRoomToOpen(from: address))
    }

    /// A pending connection has become a channel.
    package mutating func opened(_ arrival: Arrival, from address: IPAddress) {
        strangers.remove(arrival)
        leavePending(address)
        counters.opened += 1
        open += 1
        openByAddress.add(address)
        openByPrefix.add(NetworkPrefix(of: address))
    }

    /// A pending connection ended.
    package mutating func abandoned(_ arrival: Arrival, from address: IPAddress) {
        strangers.remove(arrival)
        leavePending(address)
        counters.abandoned += 1
    }

    /// An open channel ended.
    package mutating func closed(from address: IPAddress) {
        open -= 1
        openByAddress.remove(address)
        openByPrefix.remove(NetworkPrefix(of: address))
    }

    private mutating func leavePending(_ address: IPAddress) {
        pending -= 1
        pendingByPrefix.remove(NetworkPrefix(of: address))
    }

    private mutating func passes(_ refusal: AcceptRefusal?) -> Bool {
        guard let refusal else { return true }
        counters.refused[refusal, default: 0] += 1
        return false
    }

    private func noRoomToArrive(from address: IPAddress, _ descriptor: Int) -> AcceptRefusal? {
        if descriptor >= limits.firstReserved(of: descriptors) { return .descriptors }
        if pending >= limits.pending { return .pending }
        if pendingByPrefix[NetworkPrefix(of: address)] >= limits.pendingPerPrefix {
            return .pendingPerPrefix
        }
        return noRoomToOpen(from: address)
    }

    private func noRoomToOpen(from address: IPAddress) -> AcceptRefusal? {
        if open >= limits.open { return .open }
        if openByAddress[address] >= limits.openPerAddress { return .openPerAddress }
        if openByPrefix[NetworkPrefix(of: address)] >= limits.openPerPrefix {
            return .openPerPrefix
        }
        return nil
    }
}

extension AcceptGate {
    /// A queue from which anybody may go at any time.
    private struct Strangers: Sendable {
        private var last: UInt64 = 0
        private var present: Set<Arrival> = []
        /// Begins with one who is present, if there is one.
        private var queue = Deque<Arrival>()

        mutating func append() -> Arrival {
            last += 1
            let arrival = Arrival(number: last)
            present.insert(arrival)
            queue.append(arrival)
            return arrival
        }

        mutating func remove(_ arrival: Arrival) {
            present.remove(arrival)
            while let first = queue.first, !present.contains(first) { _ = queue.popFirst() }
        }

        mutating func popFirst() -> Arrival? {
            guard let first = queue.first else { return nil }
            remove(first)
            return first
        }
    }
}
