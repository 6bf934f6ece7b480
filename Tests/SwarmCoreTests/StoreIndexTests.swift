import Primitives
import Testing
import TestSupport

@testable import SwarmCore

@Suite struct StoreIndexTests {
    private static func key(_ number: UInt64) -> SegmentKey {
        SegmentKey(Bytes32(words: (number, 0, 0, 0)))
    }

    private static func keys(_ numbers: UInt64...) -> [SegmentKey] { numbers.map(key) }

    private static func empty(bytes: Int = 1_000, age: UInt64 = 100) -> StoreIndex {
        StoreIndex(limits: StoreIndex.Limits(bytes: bytes, age: age))
    }

    /// An index with segments 1, 2, 3… of so many bytes, stored in that order.
    private static func filled(_ lengths: Int...) -> StoreIndex {
        var index = empty()
        for (number, length) in lengths.enumerated() {
            let admission = index.admit(
                key(UInt64(number) + 1), bytes: length, expiresAt: nil, isScarce: true, at: 10)
            #expect(admission == .stored(evicting: []))
        }
        return index
    }

    private static func item(
        _ bytes: Int, storedAt: UInt64 = 10, expiresAt: UInt64 = .max, uses: Int = 1,
        rank: Double = 1
    ) -> StoreIndex.Item {
        StoreIndex.Item(
            bytes: bytes, storedAt: storedAt, expiresAt: expiresAt, uses: uses, rank: rank)
    }

    private func admit(
        _ number: UInt64, _ bytes: Int, expiresAt: UInt64? = nil, isScarce: Bool = true,
        at now: UInt64 = 10, into index: inout StoreIndex
    ) -> StoreIndex.Admission {
        index.admit(
            Self.key(number), bytes: bytes, expiresAt: expiresAt, isScarce: isScarce, at: now)
    }

    // MARK: - What leaves

    @Test func `nothing leaves while there is room`() {
        var index = Self.filled(400, 400)
        #expect(admit(9, 200, into: &index) == .stored(evicting: []))
        #expect(index.bytes == 1_000)
    }

    @Test func `what was used leaves after what was not`() {
        var index = Self.filled(400, 400)
        index.used(Self.key(1), isScarce: true)
        #expect(admit(9, 400, into: &index) == .stored(evicting: Self.keys(2)))
    }

    @Test func `what others have leaves before what they have not`() {
        var index = Self.filled(400)
        #expect(admit(2, 400, isScarce: false, into: &index) == .stored(evicting: []))
        #expect(admit(9, 400, into: &index) == .stored(evicting: Self.keys(2)))
    }

    @Test func `a long one leaves before short ones, each of which is a request of its own`() {
        var index = Self.filled(100, 700, 100)
        #expect(admit(9, 400, into: &index) == .stored(evicting: Self.keys(2)))
    }

    @Test func `what was much used once leaves in the end`() {
        var index = Self.filled(400)
        for _ in 0..<3 { index.used(Self.key(1), isScarce: true) }
        var rounds: UInt64 = 0
        while index.item(Self.key(1), at: 10) != nil, rounds < 100 {
            rounds += 1
            _ = admit(100 + rounds, 400, into: &index)
        }
        #expect((3...10).contains(rounds), "\(rounds)")
    }

    @Test func `what is longer than the store, empty, known or out of date is refused`() {
        var index = Self.filled(100)
        for (number, bytes, expiresAt) in [
            (2, 1_001, nil), (2, 0, nil), (1, 100, nil), (2, 100, 9),
        ] as [(UInt64, Int, UInt64?)] {
            #expect(admit(number, bytes, expiresAt: expiresAt, into: &index) == .refused)
        }
        #expect(index.bytes == 100)
    }

    @Test func `a store of no bytes takes nothing`() {
        var index = Self.empty(bytes: 0)
        #expect(admit(1, 1, into: &index) == .refused)
    }

    // MARK: - Age

    @Test func `a segment is good up to its last second, and to the age of the store`() {
        var index = Self.empty(age: 100)
        _ = admit(1, 10, expiresAt: 50, into: &index)
        _ = admit(2, 10, into: &index)
        #expect(index.item(Self.key(1), at: 50) != nil)
        #expect(index.item(Self.key(1), at: 51) == nil)
        #expect(index.item(Self.key(2), at: 110) != nil)
        #expect(index.item(Self.key(2), at: 111) == nil)
        #expect(index.item(Self.key(2), at: 9) == nil, "a clock that went back")
        #expect(index.expire(at: 50) == [])
        #expect(index.expire(at: 51) == Self.keys(1))
        #expect(index.expire(at: 111) == Self.keys(2))
        #expect(index.bytes == 0)
    }

    // MARK: - What an earlier run has left

    @Test func `what fits is taken over, with what it was worth`() {
        var index = Self.empty()
        let gone = index.resume(
            [
                Self.key(1): Self.item(400, rank: 8), Self.key(2): Self.item(400, rank: 9),
                Self.key(3): Self.item(400, rank: 7), Self.key(4): Self.item(10, expiresAt: 9),
                Self.key(5): Self.item(10, storedAt: 11),
            ], at: 10)
        #expect(Set(gone) == Set(Self.keys(3, 4, 5)))
        #expect(index.bytes == 800)
        // New ones are worth more than what was worth least: else nothing new would ever stay.
        #expect(admit(9, 400, into: &index) == .stored(evicting: Self.keys(1)))
    }

    @Test func `what it says of itself may be anything`() {
        let anything: [StoreIndex.Item] = [
            Self.item(.max), Self.item(.min), Self.item(0), Self.item(1, uses: .max, rank: .nan),
            Self.item(1, uses: .min, rank: -.infinity), Self.item(1, rank: .infinity),
            Self.item(1, storedAt: 0, expiresAt: 0), Self.item(1, rank: .greatestFiniteMagnitude),
        ]
        var index = Self.empty()
        let items = Dictionary(
            uniqueKeysWithValues: anything.enumerated().map { (Self.key(UInt64($0)), $1) })
        let gone = index.resume(items, at: 10)
        #expect(Set(gone) == Set(Self.keys(0, 1, 2, 6)))
        for key in index.keys { index.used(key, isScarce: true) }
        guard case .stored(let evicted) = admit(99, 999, into: &index) else {
            Issue.record("there was no room")
            return
        }
        #expect(evicted.count == 3)
        #expect(index.bytes == 1_000)
    }

    // MARK: - A random walk beside the simplest model

    /// The same by looking at everything each time.
    private struct Model {
        var items: [(key: SegmentKey, item: StoreIndex.Item)] = []

        var bytes: Int { items.reduce(0) { $0 + $1.item.bytes } }
    }

    @Test(arguments: 0..<20) func `it never holds more than it may, and knows what it holds`(
        round: UInt64
    ) {
        var random = SeededRandom(seed: testSeed &+ round)
        var index = Self.empty(bytes: 1_000, age: 300)
        var model = Model()
        var now: UInt64 = 10
        for _ in 0..<400 {
            now += random.next() % 3
            let key = Self.key(random.next() % 40)
            switch random.next() % 8 {
            case 0...3:
                let bytes = Int(random.next() % 400)
                let expiresAt = random.next() % 2 == 0 ? nil : now + random.next() % 100
                let isKnown = model.items.contains { $0.key == key }
                switch index.admit(
                    key, bytes: bytes, expiresAt: expiresAt, isScarce: random.next() % 2 == 0,
                    at: now)
                {
                case .refused:
                    #expect(isKnown || bytes == 0)
                case .stored(let evicted):
                    #expect(!isKnown)
                    // The cheapest went, and none more than had to.
                    for victim in evicted {
                        let place = model.items.firstIndex { $0.key == victim }
                        guard let place else {
                            Issue.record("\(victim) was not there")
                            continue
                        }
                        let lowest = model.items.map(\.item.rank).min()
                        #expect(model.items[place].item.rank == lowest)
                        #expect(model.bytes + bytes > 1_000)
                        model.items.remove(at: place)
                    }
                    if let item = index.item(key, at: now) { model.items.append((key, item)) }
                }
            case 4...5:
                index.used(key, isScarce: random.next() % 2 == 0)
                if let place = model.items.firstIndex(where: { $0.key == key }) {
                    // What is out of date is still there until it is taken out.
                    if let item = index.item(key, at: model.items[place].item.storedAt) {
                        #expect(item.uses == model.items[place].item.uses + 1)
                        model.items[place].item = item
                    }
                }
            case 6:
                let gone = Set(index.expire(at: now))
                let expected = model.items.filter {
                    $0.item.expiresAt < now || $0.item.storedAt + 300 < now
                }
                #expect(gone == Set(expected.map(\.key)))
                model.items.removeAll { gone.contains($0.key) }
            default:
                let isKnown = model.items.contains { $0.key == key }
                #expect(index.remove(key) == isKnown)
                model.items.removeAll { $0.key == key }
            }
            #expect(index.bytes == model.bytes)
            #expect(index.bytes <= 1_000)
            #expect(index.count == model.items.count)
            #expect(Set(index.keys) == Set(model.items.map(\.key)))
        }
    }
}
