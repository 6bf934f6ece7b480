import PlaybackProxy
import Primitives
import TestSupport
import Testing

@testable import Shoal

@Suite struct LatencyModesTests {
    typealias Action = LatencyModes.Action

    private static let start = Moment(sinceStart: .zero)
    private static let none = LatencyAvailability(low: false)
    private static let both = LatencyAvailability(low: true)

    /// Modes and the actions of each input.
    private struct World {
        var modes: LatencyModes
        let first: [Action]

        init(_ content: LatencyModes.Content) {
            var first: [Action] = []
            modes = LatencyModes(content, at: LatencyModesTests.start, into: &first)
            self.first = first
        }

        mutating func show(replacing mode: LatencyMode? = nil) -> [Action] {
            feed { $0.show(replacing: mode, into: &$1) }
        }

        mutating func set(_ mode: LatencyMode) -> [Action] { feed { $0.set(mode, into: &$1) } }

        mutating func edge(_ isThere: Bool) -> [Action] {
            feed { $0.moved(toLiveEdge: isThere, into: &$1) }
        }

        mutating func standard(_ nature: MediaNature) -> [Action] {
            feed { $0.learned(nature, into: &$1) }
        }

        mutating func low(
            _ nature: MediaNature, _ index: Int = 0, after time: Duration = .zero
        ) -> [Action] {
            feed {
                $0.learned(
                    nature, ofLow: index, at: LatencyModesTests.start + time, into: &$1)
            }
        }

        mutating func timedOut(after time: Duration) -> [Action] {
            feed { $0.timedOut(at: LatencyModesTests.start + time, into: &$1) }
        }

        private mutating func feed(
            _ input: (inout LatencyModes, inout [Action]) -> Void
        ) -> [Action] {
            var actions: [Action] = []
            input(&modes, &actions)
            return actions
        }

        /// A live content in both forms that is shown.
        static func live() -> World {
            var world = World(LatencyModes.Content(lowSources: 1))
            _ = world.show()
            _ = world.standard(.live)
            _ = world.low(.live)
            return world
        }
    }

    // MARK: - Availability

    @Test(arguments: [
        LatencyModes.Content(initialMode: .low),
        LatencyModes.Content(initialMode: .low, isLowAllowed: false, lowSources: 2),
        LatencyModes.Content(initialMode: .low, lowSources: 1, isFile: true),
    ])
    func `D1: without a source, a permission or a manifest nobody asks, and that is known at once`(
        _ content: LatencyModes.Content
    ) {
        var world = World(content)
        #expect(world.first == [.begin])
        #expect(world.show() == [.tell(.def, Self.none)])
        #expect(world.set(.low) == [])
        #expect(world.modes.mode == .def && world.modes.deadline == nil)
    }

    /// What the default and the one low-latency source turn out to be, and whether there is low latency.
    @Test(arguments: [
        (MediaNature.live, MediaNature.live, true), (.live, .onDemand, false),
        (.live, .unreadable, false), (.onDemand, .live, false), (.onDemand, .onDemand, false),
        (.onDemand, .unreadable, false), (.unreadable, .live, true),
        (.unreadable, .onDemand, false), (.unreadable, .unreadable, false),
    ])
    func `D1: low latency is for live content whose source can be read, in either order`(
        _ standard: MediaNature, _ low: MediaNature, isAvailable: Bool
    ) {
        for isLowFirst in [false, true] {
            var world = World(LatencyModes.Content(lowSources: 1))
            _ = world.show()
            let actions =
                isLowFirst
                ? world.low(low) + world.standard(standard)
                : world.standard(standard) + world.low(low)
            let availability = LatencyAvailability(low: isAvailable)
            #expect(world.modes.availability == availability)
            #expect(actions.count { $0 == .tell(.def, availability) } == 1)
            // The session of a source that is no use is closed, once.
            #expect(actions.count { $0 == .closeLow(0) } == (isAvailable ? 0 : 1))
            #expect((world.modes.deadline != nil) == (standard != .onDemand && low == .unreadable))
        }
    }

    @Test func `D1: the first low-latency source that is live is taken`() {
        var world = World(LatencyModes.Content(lowSources: 3))
        #expect(world.first == [.askDefault, .openLow(0), .begin])
        #expect(world.show() == [])
        #expect(world.low(.unreadable, 0) == [.closeLow(0), .openLow(1)])
        #expect(world.low(.live, 0) == [], "it was given up")
        #expect(world.standard(.live) == [])
        #expect(world.low(.onDemand, 1) == [.closeLow(1), .openLow(2)])
        #expect(world.low(.live, 2) == [.tell(.def, Self.both)])
    }

    @Test func `D1: sources that could not be read are asked again, ever more seldom`() {
        var world = World(LatencyModes.Content(lowSources: 1))
        _ = world.show()
        _ = world.standard(.live)
        #expect(world.low(.unreadable) == [.closeLow(0), .tell(.def, Self.none)])
        var now = Duration.zero
        for rest in [2, 4, 8, 16, 30, 30] {
            now += .seconds(rest)
            #expect(world.modes.deadline == Self.start + now)
            #expect(world.timedOut(after: now - .milliseconds(1)) == [])
            #expect(world.timedOut(after: now) == [.openLow(0)])
            #expect(world.low(.unreadable, after: now) == [.closeLow(0)])
        }
        now += .seconds(30)
        #expect(world.timedOut(after: now) == [.openLow(0)])
        #expect(world.low(.live, after: now) == [.tell(.def, Self.both)])
        #expect(world.modes.deadline == nil)
    }

    // MARK: - The start

    @Test func `D2: low latency that was asked for is begun with, if there is any`() {
        var world = World(LatencyModes.Content(initialMode: .low, lowSources: 1))
        #expect(world.first == [.askDefault, .openLow(0)])
        #expect(world.low(.live) == [])
        #expect(world.standard(.live) == [.begin])
        #expect(world.show() == [.tell(.low, Self.both)])
        #expect(world.modes.mode == .low)
    }

    @Test(arguments: [MediaNature.onDemand, .unreadable])
    func `D2: without low latency it is the default, and no error`(_ nature: MediaNature) {
        var world = World(LatencyModes.Content(initialMode: .low, lowSources: 1))
        _ = world.standard(.live)
        #expect(world.low(nature) == [.closeLow(0), .begin])
        #expect(world.show() == [.tell(.def, Self.none)])
    }

    @Test func `D2: a start waits three seconds, and is not moved to low latency by itself later`()
    {
        var world = World(LatencyModes.Content(initialMode: .low, lowSources: 1))
        _ = world.standard(.live)
        #expect(world.modes.deadline == Self.start + LatencyModes.patience)
        #expect(world.timedOut(after: .milliseconds(2_999)) == [])
        #expect(world.timedOut(after: .seconds(3)) == [.begin])
        #expect(world.show() == [])
        #expect(world.low(.live) == [.tell(.def, Self.both)])
        #expect(world.set(.low) == [.tell(.low, Self.both)])
    }

    // MARK: - Switching

    @Test func `D3, D4: a switch is told of once; what is in effect already is nothing new`() {
        var world = World.live()
        #expect(world.set(.def) == [])
        #expect(world.set(.low) == [.tell(.low, Self.both)])
        #expect(world.set(.low) == [])
        #expect(world.set(.def) == [.tell(.def, Self.both)])
        #expect(world.set(.def) == [])
    }

    @Test func `D3: before it is known to be available low latency cannot be switched to`() {
        var world = World(LatencyModes.Content(lowSources: 1))
        _ = world.show()
        #expect(world.set(.low) == [])
        _ = world.standard(.live)
        #expect(world.set(.low) == [])
        #expect(world.low(.live) == [.tell(.def, Self.both)])
        #expect(world.modes.mode == .def, "what did nothing does nothing later")
    }

    @Test
    func `D4: behind the live edge the default is in effect, and then again what was asked for`() {
        var world = World.live()
        #expect(world.edge(false) == [] && world.edge(true) == [], "in the default nothing changes")
        _ = world.set(.low)
        #expect(world.edge(false) == [.tell(.def, Self.both)])
        #expect(world.edge(false) == [])
        #expect(world.modes.mode == .def)
        #expect(world.edge(true) == [.tell(.low, Self.both)])
        _ = world.edge(false)
        #expect(world.set(.low) == [.tell(.low, Self.both)], "it leads to the live edge")
        #expect(world.edge(true) == [])
        _ = world.edge(false)
        #expect(world.set(.def) == [], "it is in effect")
        #expect(world.edge(true) == [], "and stays, since it was asked for")
    }

    @Test func `D4: another content is told of when its mode is another, and when it is known`() {
        var same = World(LatencyModes.Content(lowSources: 1))
        #expect(same.show(replacing: .def) == [])
        _ = same.standard(.live)
        #expect(same.low(.live) == [.tell(.def, Self.both)])

        var other = World(LatencyModes.Content(lowSources: 1))
        #expect(other.show(replacing: .low) == [.tell(.def, Self.none)])
        _ = other.standard(.live)
        #expect(other.low(.live) == [.tell(.def, Self.both)])

        var without = World(LatencyModes.Content())
        #expect(without.show(replacing: .low) == [.tell(.def, Self.none)])
    }

    @Test func `after its close nothing comes of anything`() {
        var world = World.live()
        _ = world.set(.low)
        world.modes.close()
        #expect(world.set(.low) == [] && world.edge(false) == [])
        #expect(world.standard(.onDemand) == [] && world.low(.onDemand) == [])
        #expect(world.show() == [] && world.timedOut(after: .seconds(90)) == [])
        #expect(world.modes.deadline == nil && !world.modes.isAsking(0))
        #expect(world.modes.mode == .low)
    }

    // MARK: - Random walks

    @Test
    func `D1, D3, D4: whatever happens, listeners know the mode, and it is one that there is`() {
        for walk in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed: testSeed &+ walk)
            if let fault = Self.walk(&random) {
                Issue.record("SHOAL_SEED=\(testSeed), walk \(walk): \(fault)")
                return
            }
        }
    }

    private static func walk(_ random: inout SeededRandom) -> String? {
        let natures: [MediaNature] = [.live, .live, .onDemand, .unreadable]
        let content = LatencyModes.Content(
            initialMode: LatencyMode.allCases.randomElement(using: &random) ?? .def,
            isLowAllowed: Int.random(in: 0..<8, using: &random) > 0,
            lowSources: Int.random(in: 0...3, using: &random))
        var world = World(content)
        var (now, hasBegun) = (Duration.zero, world.first.contains(.begin))
        var (opened, told, isShown) = (Set<Int>(), LatencyMode?.none, false)
        var pending = world.first
        for _ in 0..<60 {
            for action in pending {
                switch action {
                case .openLow(let index):
                    guard opened.isEmpty else { return "two low-latency sources are open" }
                    opened.insert(index)
                case .closeLow(let index):
                    guard opened.remove(index) != nil else { return "closed what is not open" }
                case .begin: hasBegun = true
                case .tell(let mode, let availability):
                    guard mode == world.modes.mode, availability == world.modes.availability else {
                        return "listeners were told what is not the case"
                    }
                    told = mode
                case .askDefault: break
                }
            }
            let (mode, availability) = (world.modes.mode, world.modes.availability)
            guard availability[mode] else { return "\(mode) is not available" }
            if let told, told != mode { return "listeners believe in \(told), it is \(mode)" }
            if availability.low, opened.isEmpty { return "no source of low latency is open" }
            if availability.low, !content.isLowAllowed { return "what is not allowed is there" }
            let nature = natures.randomElement(using: &random) ?? .live
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where hasBegun && !isShown:
                isShown = true
                pending = world.show()
            case 1: pending = world.standard(nature)
            case 2: pending = world.low(nature, Int.random(in: 0...2, using: &random), after: now)
            case 3: pending = world.edge(Bool.random(using: &random))
            case 4, 5: pending = hasBegun ? world.set(random.next() % 2 == 0 ? .low : .def) : []
            case _:
                now += .milliseconds(Int.random(in: 0..<4_000, using: &random))
                pending = world.timedOut(after: now)
            }
        }
        return nil
    }
}
