import Primitives
import TestSupport
import Testing

@testable import Shoal

@Suite struct EventTokenBookTests {
    typealias Action = EventTokenBook.Action
    typealias Key = EventTokenBook.Key

    private static let start = Moment(sinceStart: .zero)
    private static let key = Key(space: "s", bucket: "b", device: "d")

    private static func token(_ text: String, _ key: Key = key) -> EventToken {
        EventToken(authToken: text, bucketName: key.bucket, deviceId: key.device)
    }

    private struct World {
        var book = EventTokenBook()
        var now = EventTokenBookTests.start

        mutating func ask(
            _ id: Int, _ key: Key = EventTokenBookTests.key, insteadOf stale: String? = nil
        ) -> [Action] {
            feed { $0.ask(id, for: key, insteadOf: stale, at: $1, into: &$2) }
        }

        mutating func fetched(
            _ tokens: [EventToken], of space: String = "s", lifetime: Duration? = nil
        ) -> [Action] {
            feed {
                $0.fetched(
                    tokens.map { (token: $0, lifetime: lifetime) }, of: space, at: $1, into: &$2)
            }
        }

        mutating func failed() -> [Action] { feed { book, _, out in book.failed("s", into: &out) } }

        private mutating func feed(
            _ input: (inout EventTokenBook, Moment, inout [Action]) -> Void
        ) -> [Action] {
            var actions: [Action] = []
            input(&book, now, &actions)
            return actions
        }
    }

    @Test func `C1: the token is chosen by bucket and device, both`() {
        var world = World()
        let keys = [("b", "e"), ("c", "d"), ("b", "d")].map {
            Key(space: "s", bucket: $0, device: $1)
        }
        #expect(world.ask(1) == [.fetch(space: "s")])
        let tokens = keys.map { Self.token("\($0.bucket)\($0.device)", $0) }
        #expect(world.fetched(tokens) == [.answer(1, tokens[2])])
        for (key, token) in zip(keys, tokens) {
            #expect(world.ask(2, key) == [.answer(2, token)])
        }
    }

    @Test func `C2: tokens of a space are fetched once for all who wait, and held for a day`() {
        var world = World()
        let other = Key(space: "s", bucket: "b2", device: "d")
        let tokens = [Self.token("one"), Self.token("two", other)]
        #expect(world.ask(1) == [.fetch(space: "s")])
        #expect(world.ask(2, other) == [] && world.ask(3) == [])
        #expect(
            world.fetched(tokens) == [
                .answer(1, tokens[0]), .answer(2, tokens[1]), .answer(3, tokens[0]),
            ])
        world.now = Self.start + EventTokenBook.day - .seconds(1)
        #expect(world.ask(4) == [.answer(4, tokens[0])])
        world.now = Self.start + EventTokenBook.day
        #expect(world.ask(5) == [.fetch(space: "s")])
    }

    @Test func `C2: a look-up that misses has tokens fetched, once`() {
        var world = World()
        let other = Key(space: "s", bucket: "b", device: "new")
        _ = world.ask(1)
        _ = world.fetched([Self.token("one")])
        #expect(world.ask(2, other) == [.fetch(space: "s")])
        #expect(world.fetched([Self.token("one")]) == [.answer(2, nil)])
        #expect(world.ask(3) == [.answer(3, Self.token("one"))])
    }

    @Test func `C2: a token that was refused is fetched anew, once for all of the space`() {
        var world = World()
        _ = world.ask(1)
        _ = world.fetched([Self.token("old")])
        #expect(world.ask(2, insteadOf: "old") == [.fetch(space: "s")])
        #expect(world.ask(3, insteadOf: "old") == [])
        // Three came while that fetch was under way, but is content with what it has brought.
        #expect(
            world.fetched([Self.token("new")])
                == [.answer(2, Self.token("new")), .answer(3, Self.token("new"))])
        #expect(world.ask(4, insteadOf: "old") == [.answer(4, Self.token("new"))])
    }

    @Test func `C2: a fetch that brings what was refused is the last for whoever asked for it`() {
        var world = World()
        _ = world.ask(1)
        #expect(world.ask(2, insteadOf: "old") == [], "it waits for one that was begun before")
        #expect(
            world.fetched([Self.token("old")])
                == [.answer(1, Self.token("old")), .fetch(space: "s")])
        #expect(world.fetched([Self.token("old")]) == [.answer(2, Self.token("old"))])
    }

    @Test func `C2: a token's own end comes before the day's`() {
        var world = World()
        _ = world.ask(1)
        _ = world.fetched([Self.token("one")], lifetime: .seconds(20))
        world.now = Self.start + .seconds(19)
        #expect(world.ask(2) == [.answer(2, Self.token("one"))])
        world.now = Self.start + .seconds(20)
        #expect(world.ask(3) == [.fetch(space: "s")])
    }

    @Test func `C2: a fetch that fails is known to all who waited, and the next asks again`() {
        var world = World()
        _ = world.ask(1)
        _ = world.ask(2)
        #expect(world.failed() == [.fail(1), .fail(2)])
        #expect(world.ask(3) == [.fetch(space: "s")])
    }

    @Test
    func `C2: whatever happens, each question has one answer, and a space one fetch at a time`() {
        for walk in 0..<300 as Range<UInt64> {
            var random = SeededRandom(seed: testSeed &+ walk)
            if let fault = Self.walk(&random) {
                Issue.record("SHOAL_SEED=\(testSeed), walk \(walk): \(fault)")
                return
            }
        }
    }

    private static func walk(_ random: inout SeededRandom) -> String? {
        let keys = ["a", "b", "c"].map { Key(space: "s", bucket: $0, device: "d") }
        var world = World()
        var (open, isFetching, serial) = ([Int: Int](), false, 0)
        for id in 0..<80 {
            var actions: [Action] = []
            let roll = Int.random(in: 0..<6, using: &random)
            if isFetching, roll < 2 {
                isFetching = false
                for id in open.keys { open[id]? += 1 }
                serial += 1
                actions =
                    roll == 0 && serial % 3 == 0
                    ? world.failed()
                    : world.fetched(
                        keys.prefix(Int.random(in: 0...3, using: &random)).map {
                            token("\(serial / 2)", $0)
                        })
            } else {
                open[id] = 0
                actions = world.ask(
                    id, keys.randomElement(using: &random) ?? key,
                    insteadOf: Bool.random(using: &random) ? "\(serial / 2)" : nil)
            }
            world.now = world.now + .seconds(Int.random(in: 0..<20_000, using: &random))
            for action in actions {
                switch action {
                case .fetch:
                    if isFetching { return "two fetches at a time" }
                    isFetching = true
                case .answer(let id, _), .fail(let id):
                    guard let fetches = open.removeValue(forKey: id) else {
                        return "\(id) is answered twice"
                    }
                    if fetches > 2 { return "\(id) has waited for \(fetches) fetches" }
                }
            }
            if !isFetching, !open.isEmpty { return "\(open.count) wait for nothing" }
        }
        return nil
    }
}
