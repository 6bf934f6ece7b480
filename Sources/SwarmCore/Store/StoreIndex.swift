package import Primitives

/// What a store on disk holds, and what leaves it for something else.
///
/// Each segment has a rank: what it is worth to keep a byte of it, on top of what the last to leave was
/// worth. So what was of much use once goes in the end, if it is of none any more. (GreedyDual-Size
/// with frequency: Cherkasova, "Improving WWW Proxies Performance", HPL-98-69, 1998.)
package struct StoreIndex: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Of all segments together.
        package var bytes: Int
        /// How long a segment may be kept, in seconds.
        package var age: UInt64

        package init(bytes: Int, age: UInt64) {
            precondition(bytes >= 0, "a store of \(bytes) bytes")
            self.bytes = bytes
            self.age = age
        }
    }

    package struct Item: Hashable, Sendable {
        package let bytes: Int
        /// Seconds since 1970, as all times here.
        package let storedAt: UInt64
        /// The last second at which the segment may be used.
        package let expiresAt: UInt64
        package fileprivate(set) var uses: Int
        package fileprivate(set) var rank: Double

        package init(bytes: Int, storedAt: UInt64, expiresAt: UInt64, uses: Int, rank: Double) {
            self.bytes = bytes
            self.storedAt = storedAt
            self.expiresAt = expiresAt
            self.uses = uses
            self.rank = rank
        }
    }

    package enum Admission: Hashable, Sendable {
        /// There is room once these have left.
        case stored(evicting: [SegmentKey])
        /// It is there already, is out of date, or is longer than the store may be.
        case refused
    }

    /// What a request of its own costs the origin, counted in bytes.
    private static let requestCost = 64 << 10
    /// What others have as well is less likely to be fetched again from the origin.
    private static let commonShare = 0.25
    /// Beyond that a rank would not grow with every use.
    private static let highestRank = 1e12
    private static let mostUses = 1_000_000

    private let limits: Limits
    private var items: [SegmentKey: Item] = [:]
    /// The places of the segments in `ranks`.
    private var places: [SegmentKey: Int] = [:]
    private var names: [SegmentKey?] = []
    private var vacant: [Int] = []
    private var ranks = RankedHeap<Double>()
    /// The rank of the last to leave.
    private var floor = 0.0
    /// Of all segments together.
    package private(set) var bytes = 0

    package init(limits: Limits) {
        self.limits = limits
    }

    package var count: Int { items.count }

    package var keys: some Collection<SegmentKey> { items.keys }

    /// Nil also for what is out of date.
    package func item(_ key: SegmentKey, at now: UInt64) -> Item? {
        items[key].flatMap { isCurrent($0, at: now) ? $0 : nil }
    }

    // MARK: - What comes

    /// Takes over what an earlier run has left; returns what has no place here any more.
    ///
    /// To be called once, before anything else. What the items say may be anything.
    package mutating func resume(_ found: [SegmentKey: Item], at now: UInt64) -> [SegmentKey] {
        var gone: [SegmentKey] = []
        for (key, item) in found {
            // Longer than all of it is also what would make a sum overflow.
            guard isCurrent(item, at: now), item.bytes > 0, item.bytes <= limits.bytes else {
                gone.append(key)
                continue
            }
            var item = item
            item.uses = min(max(1, item.uses), Self.mostUses)
            item.rank = item.rank.isFinite ? min(max(0, item.rank), Self.highestRank) : 0
            enter(item, key)
            if bytes > limits.bytes { gone += evict(downTo: limits.bytes) }
        }
        if let lowest = ranks.first.flatMap({ names[$0] }), let item = items[lowest] {
            floor = max(floor, item.rank)
        }
        return gone
    }

    /// Makes room for a segment of so many bytes, which counts as stored from now on.
    ///
    /// `expiresAt` is nil where nobody has said how long it is good for.
    package mutating func admit(
        _ key: SegmentKey, bytes count: Int, expiresAt: UInt64?, isScarce: Bool, at now: UInt64
    ) -> Admission {
        let item = Item(
            bytes: count, storedAt: now, expiresAt: expiresAt ?? .max, uses: 1,
            rank: floor + worth(of: 1, count, isScarce: isScarce))
        guard items[key] == nil, count > 0, count <= limits.bytes,
            isCurrent(item, at: now)
        else { return .refused }
        let evicted = evict(downTo: limits.bytes - count)
        enter(item, key)
        return .stored(evicting: evicted)
    }

    /// The segment was of use to a player or a peer; `isScarce` if few others have it.
    package mutating func used(_ key: SegmentKey, isScarce: Bool) {
        guard var item = items[key], let place = places[key] else { return }
        item.uses = min(item.uses + 1, Self.mostUses)
        item.rank = min(
            floor + worth(of: item.uses, item.bytes, isScarce: isScarce), Self.highestRank)
        items[key] = item
        ranks.rank(place, item.rank)
    }

    // MARK: - What goes

    /// Takes out what is out of date, and returns it.
    package mutating func expire(at now: UInt64) -> [SegmentKey] {
        let gone = items.filter { !isCurrent($0.value, at: now) }.keys.sorted {
            $0.value < $1.value
        }
        for key in gone { remove(key) }
        return gone
    }

    /// Takes out what is not there any more; false if it was not known.
    @discardableResult
    package mutating func remove(_ key: SegmentKey) -> Bool {
        guard let item = items.removeValue(forKey: key),
            let place = places.removeValue(forKey: key)
        else { return false }
        bytes -= item.bytes
        ranks.remove(place)
        names[place] = nil
        vacant.append(place)
        return true
    }

    // MARK: -

    private func worth(of uses: Int, _ bytes: Int, isScarce: Bool) -> Double {
        let costOfByte = Double(bytes + Self.requestCost) / Double(bytes)
        return Double(uses) * costOfByte * (isScarce ? 1 : Self.commonShare)
    }

    private func isCurrent(_ item: Item, at now: UInt64) -> Bool {
        // What was stored in the future was stored by a clock that was wrong, perhaps long ago.
        item.storedAt <= now && now - item.storedAt <= limits.age && now <= item.expiresAt
    }

    private mutating func evict(downTo room: Int) -> [SegmentKey] {
        var evicted: [SegmentKey] = []
        while bytes > room, let place = ranks.first, let key = names[place] {
            floor = max(floor, items[key]?.rank ?? 0)
            remove(key)
            evicted.append(key)
        }
        return evicted
    }

    private mutating func enter(_ item: Item, _ key: SegmentKey) {
        let place = vacant.popLast() ?? names.count
        if place == names.count { names.append(key) } else { names[place] = key }
        places[key] = place
        items[key] = item
        bytes += item.bytes
        ranks.rank(place, item.rank)
    }
}
