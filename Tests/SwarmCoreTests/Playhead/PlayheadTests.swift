import Primitives
import Testing

@testable import SwarmCore

/// Times are milliseconds; the film is one track of two-second segments unless a test says otherwise.
@Suite struct PlayheadTests {
    private struct Line {
        var playhead = Playhead(assumedBuffer: .seconds(10))

        static func at(_ time: Int) -> Moment { .start + .milliseconds(time) }

        func position(_ time: Int) -> Int? {
            playhead.position(at: Self.at(time)).map(Self.milliseconds)
        }

        func buffer(_ time: Int) -> Int { Self.milliseconds(playhead.buffer(at: Self.at(time))) }

        func rate(_ time: Int) -> Double { playhead.rate(at: Self.at(time)) }

        @discardableResult
        mutating func moved(_ position: Int, buffer: Int, rate: Double = 1, at time: Int) -> Bool {
            let state = PlayerState(
                position: .milliseconds(position), buffer: .milliseconds(buffer), rate: rate)
            return playhead.moved(to: state, at: Self.at(time))
        }

        @discardableResult
        mutating func moved(to position: Int, rate: Double = 1, at time: Int) -> Bool {
            playhead.reported(
                PlayerReport(position: .milliseconds(position), rate: rate), at: Self.at(time))
        }

        mutating func buffered(_ buffer: Int, rate: Double = 1, at time: Int) {
            let report = PlayerReport(buffer: .milliseconds(buffer), rate: rate)
            _ = playhead.reported(report, at: Self.at(time))
        }

        @discardableResult
        mutating func asked(
            _ start: Int, _ hints: PlayerHints? = nil, track: UInt64 = 1,
            long duration: Int = 2_000,
            at time: Int
        ) -> Bool {
            playhead.requested(
                track: TrackID(track), start: .milliseconds(start),
                duration: .milliseconds(duration), hints: hints, at: Self.at(time))
        }

        mutating func idle(isFull: Bool = true, at time: Int) {
            playhead.idled(isFull: isFull, at: Self.at(time))
        }

        private static func milliseconds(_ duration: Duration) -> Int {
            Int((duration.inSeconds * 1_000).rounded())
        }
    }

    private static func hints(
        bl: Int? = nil, dl: Int? = nil, pr: Double? = nil, su: Bool = false, player: UInt64? = nil
    ) -> PlayerHints {
        var hints = PlayerHints()
        hints.bufferLength = bl.map { .milliseconds($0) }
        hints.deadline = dl.map { .milliseconds($0) }
        hints.playbackRate = pr
        hints.isStarting = su
        hints.player = player
        return hints
    }

    // MARK: - Each source by itself

    @Test func `nothing is known of a player that nobody has heard`() {
        let line = Line()
        #expect(line.position(1_000) == nil)
        #expect(line.buffer(1_000) == 0)
        #expect(line.rate(1_000) == 1)
    }

    @Test func `a report is reckoned on by its rate`() {
        var line = Line()
        let jumped1 = line.moved(60_000, buffer: 8_000, rate: 2, at: 0)
        #expect(!jumped1)
        #expect(line.position(1_500) == 63_000)
        #expect(line.buffer(1_500) == 5_000)
        #expect(line.rate(1_500) == 2)
        #expect(line.buffer(9_000) == 0)
    }

    struct HintCase: Sendable {
        let hints: PlayerHints
        let position: Int
        let buffer: Int
        let rate: Double
    }

    @Test(arguments: [
        HintCase(hints: hints(bl: 8_000), position: 32_000, buffer: 8_000, rate: 1),
        HintCase(hints: hints(bl: 8_000, pr: 2), position: 32_000, buffer: 8_000, rate: 2),
        HintCase(hints: hints(bl: 8_000, pr: 0), position: 32_000, buffer: 8_000, rate: 0),
        HintCase(hints: hints(dl: 3_000), position: 37_000, buffer: 3_000, rate: 1),
        HintCase(hints: hints(dl: 3_000, pr: 2), position: 34_000, buffer: 6_000, rate: 2),
        // The sooner of the two
        HintCase(hints: hints(bl: 8_000, dl: 3_000), position: 37_000, buffer: 3_000, rate: 1),
        HintCase(hints: hints(bl: 2_000, dl: 9_000), position: 38_000, buffer: 2_000, rate: 1),
        HintCase(hints: hints(su: true), position: 40_000, buffer: 0, rate: 1),
        HintCase(hints: hints(bl: 1_000, su: true), position: 39_000, buffer: 1_000, rate: 1),
    ])
    func `a hint places the playhead before what is asked for`(_ example: HintCase) {
        var line = Line()
        line.asked(40_000, example.hints, at: 0)
        #expect(line.position(0) == example.position)
        #expect(line.buffer(0) == example.buffer)
        #expect(line.rate(0) == example.rate)
        let played = min(example.buffer, Int(500 * example.rate))
        #expect(line.position(500) == example.position + played)
        #expect(line.buffer(500) == example.buffer - played)
        #expect(line.playhead.isStarting == example.hints.isStarting)
    }

    @Test func `a deadline is a moment, and at the start it is now`() {
        #expect(Self.hints().due(at: Line.at(5)) == nil)
        #expect(Self.hints(dl: 700).due(at: Line.at(5)) == Line.at(705))
        #expect(Self.hints(dl: 700, su: true).due(at: Line.at(5)) == Line.at(5))
    }

    @Test func `requests alone let the clock run, not past what was asked for`() {
        var line = Line()
        line.asked(0, at: 0)
        #expect(line.position(5_000) == 0)
        // It plays from when the first segment was there, which the next request shows.
        for number in 1...4 { line.asked(number * 2_000, at: number * 100) }
        #expect(line.position(400) == 300)
        #expect(line.buffer(400) == 7_700)
        #expect(line.position(3_400) == 3_300)
        // The last request hangs: the player stands before what it waits for.
        #expect(line.position(60_000) == 8_000)
        #expect(line.buffer(60_000) == 0)
    }

    @Test func `a player is not assumed to hold more than any might`() {
        var line = Line()
        for number in 0...20 { line.asked(number * 2_000, at: number * 10) }
        #expect(line.position(200) == 30_000)
        #expect(line.buffer(200) == 10_000)
    }

    @Test func `a pause between requests is not playback, once it is known when it asks again`() {
        var line = Line()
        for number in 0...3 {
            line.asked(number * 2_000, at: number * 100)
            line.idle(at: number * 100 + 90)
        }
        #expect(line.position(1_390) == 1_300)
        line.asked(8_000, at: 2_400)
        line.idle(at: 2_500)
        #expect(line.position(3_100) == 3_000)
        // It asked with 5,700 ms held. Paused for a minute, it asks again when it holds that.
        line.asked(10_000, at: 62_400)
        line.idle(at: 62_500)
        #expect(line.position(63_100) == 5_000)
        #expect(line.buffer(63_100) == 7_000)
    }

    @Test func `a player at the live edge that stops asking is not full`() {
        var line = Line()
        for number in 0...3 {
            line.asked(number * 2_000, at: number * 100)
            line.idle(isFull: false, at: number * 100 + 90)
        }
        line.asked(8_000, at: 9_000)
        line.idle(isFull: false, at: 9_100)
        #expect(line.position(10_000) == 8_900)
        #expect(line.buffer(10_000) == 1_100)
    }

    // MARK: - The order of trust

    @Test(arguments: [(2_000, 61_000), (2_001, 31_002)])
    func `a report counts for two seconds against newer requests`(
        _ age: Int, _ position: Int
    ) {
        var line = Line()
        line.moved(60_000, buffer: 8_000, at: 0)
        line.moved(59_000, buffer: 8_000, at: 0)
        line.asked(40_000, Self.hints(bl: 10_000), at: 999)
        var other = Line()
        other.moved(59_000, buffer: 8_000, at: 0)
        // In sequence with what the report says is held.
        let jumped2 = other.asked(67_000, Self.hints(bl: 37_000), at: 999)
        #expect(!jumped2)
        #expect(other.position(age) == position)
    }

    @Test func `a report counts for as long as nothing newer is heard`() {
        var line = Line()
        line.asked(0, at: 0)
        line.moved(60_000, buffer: 30_000, at: 1)
        #expect(line.position(20_001) == 80_000)
        #expect(line.buffer(20_001) == 10_000)
    }

    @Test func `a paused player's report does not expire`() {
        var line = Line()
        line.moved(60_000, buffer: 8_000, rate: 0, at: 0)
        line.asked(68_000, Self.hints(bl: 2_000), at: 100)
        line.asked(70_000, Self.hints(bl: 2_000), at: 500_000)
        #expect(line.position(900_000) == 60_000)
        #expect(line.buffer(900_000) == 8_000)
        #expect(line.rate(900_000) == 0)
    }

    @Test func `hints count before requests, and no longer when they stop coming`() {
        var line = Line()
        line.asked(20_000, Self.hints(bl: 16_000, pr: 0), at: 0)
        #expect(line.position(0) == 4_000)
        line.asked(22_000, at: 10_000)
        #expect(line.position(10_000) == 4_000)
        line.asked(24_000, at: 10_001)
        // By the requests: at most ten seconds are held.
        #expect(line.position(10_001) == 14_000)
        #expect(line.rate(10_001) == 1)
    }

    @Test func `each figure comes from who is trusted most with it`() {
        var line = Line()
        line.asked(20_000, Self.hints(bl: 9_000), at: 0)
        line.buffered(5_000, at: 100)
        // The buffer is the application's; the position fits both, so far as it can.
        #expect(line.buffer(100) == 5_000)
        #expect(line.position(100) == 15_000)
        line.moved(to: 13_000, at: 200)
        #expect(line.position(200) == 13_000)
        #expect(line.buffer(200) == 4_900)
    }

    // MARK: - Buffer alone, position alone

    @Test func `a buffer without a position counts, before any request and after`() {
        var line = Line()
        line.buffered(6_000, at: 0)
        #expect(line.position(0) == nil)
        #expect(line.buffer(1_000) == 5_000)
        line.asked(100_000, at: 1_000)
        line.buffered(4_000, at: 1_500)
        #expect(line.position(1_500) == 96_000)
        #expect(line.buffer(1_500) == 4_000)
        line.asked(102_000, at: 3_000)
        #expect(line.buffer(3_500) == 2_000)
        // The report is too old now; the clock goes on from it.
        #expect(line.buffer(3_501) == 3_999)
        #expect(line.position(3_501) == 98_001)
    }

    @Test func `a large buffer is believed where it is reported`() {
        var line = Line()
        for number in 0...20 { line.asked(number * 2_000, at: number * 10) }
        line.buffered(39_000, at: 300)
        // The last segment may be held or not.
        #expect(line.position(300) == 1_000)
        #expect(line.buffer(300) == 39_000)
    }

    @Test func `a position without a buffer leaves that to the requests`() {
        var line = Line()
        for number in 0...4 { line.asked(number * 2_000, at: number * 100) }
        line.moved(to: 500, at: 1_000)
        #expect(line.buffer(1_000) == 7_500)
        line.idle(at: 1_100)
        #expect(line.buffer(1_100) == 9_400)
    }

    // MARK: - Jumps

    @Test(arguments: [
        (4_000, false), (3_999, false), (7_000, false), (7_001, true), (999, true), (1_000, false),
        (500_000, true),
    ])
    func `a report that is not near where it is expected is a jump`(
        _ position: Int, _ isJump: Bool
    ) {
        var line = Line()
        line.moved(3_000, buffer: 8_000, at: 0)
        let jumped = line.moved(position, buffer: 8_000, at: 1_000)
        #expect(jumped == isJump)
        #expect(line.position(1_000) == position)
    }

    @Test func `fast playback is no jump`() {
        var line = Line()
        line.moved(0, buffer: 60_000, rate: 4, at: 0)
        let jumped4 = line.moved(15_000, buffer: 60_000, rate: 4, at: 1_000)
        #expect(!jumped4)
        let jumped5 = line.moved(40_000, buffer: 60_000, rate: 4, at: 2_000)
        #expect(jumped5)
    }

    @Test(arguments: [
        // In sequence; again; and as far as one segment on.
        (8_000, false), (6_000, false), (9_999, false),
        // A segment is left out; far ahead; behind what is played.
        (10_000, true), (100_000, true), (0, true),
    ])
    func `a request that is not in sequence is a jump`(_ start: Int, _ isJump: Bool) {
        var line = Line()
        line.asked(0, at: 0)
        for number in 1...3 { line.asked(number * 2_000, at: number * 2_000) }
        let jumped = line.asked(start, at: 6_100)
        #expect(jumped == isJump)
        if isJump {
            #expect(line.position(6_100) == start)
            #expect(line.buffer(6_100) == 0)
        }
    }

    @Test func `a jump of the requests ends what was reported`() {
        var line = Line()
        line.moved(60_000, buffer: 8_000, rate: 0, at: 0)
        let jumped7 = line.asked(200_000, at: 100)
        #expect(jumped7)
        #expect(line.position(100) == 200_000)
        #expect(line.buffer(100) == 0)
        #expect(line.rate(100) == 1)
    }

    @Test func `after a reported jump nothing is held until something is asked for`() {
        var line = Line()
        for number in 50...54 { line.asked(number * 2_000, at: (number - 50) * 100) }
        line.moved(to: 100_500, at: 500)
        let jumped8 = line.moved(to: 10_000, at: 600)
        #expect(jumped8)
        #expect(line.buffer(600) == 0)
        #expect(line.position(5_000) == 14_400)
        #expect(line.buffer(5_000) == 0)
        // It plays on in what it still holds, and asks for what follows that.
        let jumped9 = line.asked(110_000, at: 6_000)
        #expect(!jumped9)
        line.moved(to: 15_400, at: 6_100)
        #expect(line.buffer(6_100) == 94_600)
    }

    @Test func `sound and pictures that are asked for in turn are no jumps`() {
        var line = Line()
        // Sound is asked for far ahead of pictures.
        var jumps = 0
        for number in 0..<15 {
            jumps += line.asked(number * 2_000, track: 2, at: number * 10) ? 1 : 0
        }
        for number in 0..<10 {
            let start = number * 2_000
            jumps += line.asked(start, track: 1, at: 200 + number * 100) ? 1 : 0
            jumps += line.asked(30_000 + start, track: 2, at: 250 + number * 100) ? 1 : 0
        }
        #expect(jumps == 0)
        #expect(line.buffer(1_200) <= 18_000)
        #expect(line.position(1_200).map { $0 >= 1_000 } == true)
    }

    // MARK: - Two players of one session

    @Test func `another player's requests move nothing while the first is heard`() {
        var line = Line()
        line.asked(40_000, Self.hints(bl: 10_000, player: 1), at: 0)
        let jumped12 = line.asked(200_000, Self.hints(bl: 1_000, player: 2), at: 1_000)
        #expect(!jumped12)
        #expect(line.position(1_000) == 31_000)
        let jumped13 = line.asked(202_000, Self.hints(player: 2), at: 15_000)
        #expect(!jumped13)
        let jumped14 = line.asked(204_000, Self.hints(bl: 2_000, player: 2), at: 15_001)
        #expect(jumped14)
        #expect(line.position(15_001) == 202_000)
        let jumped15 = line.asked(42_000, Self.hints(bl: 10_000, player: 1), at: 15_002)
        #expect(!jumped15)
        #expect(line.position(15_002) == 202_001)
    }

    // MARK: - Whatever is said

    @Test func `no figure is too absurd`() {
        let times: [Duration] = [
            .zero, .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min), .seconds(-5),
            .milliseconds(Int64.max), .seconds(3_600),
        ]
        let rates = [0, 1, -1, 1e300, .infinity, -.infinity, .nan, 0.5]
        for seed in UInt64(1)...200 {
            var random = SeededRandom(seed: seed)
            var playhead = Playhead(assumedBuffer: .seconds(10))
            var now = Moment.start
            for _ in 0..<50 {
                now = now + .milliseconds(Int.random(in: 0...9_000, using: &random))
                let time = times.randomElement(using: &random) ?? .zero
                let other = times.randomElement(using: &random) ?? .zero
                let rate = rates.randomElement(using: &random) ?? 1
                var hints = PlayerHints()
                hints.bufferLength = time
                hints.deadline = other
                hints.playbackRate = rate
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    _ = playhead.moved(
                        to: PlayerState(position: time, buffer: other, rate: rate), at: now)
                case 1:
                    let report = PlayerReport(position: time, rate: rate)
                    _ = playhead.reported(report, at: now)
                case 2:
                    _ = playhead.reported(PlayerReport(buffer: time, rate: rate), at: now)
                case 3, 4:
                    _ = playhead.requested(
                        track: TrackID(UInt64.random(in: 1...3, using: &random)), start: time,
                        duration: other, hints: Bool.random(using: &random) ? hints : nil, at: now)
                case _: playhead.idled(isFull: Bool.random(using: &random), at: now)
                }
                let moment = Bool.random(using: &random) ? now : .distantFuture
                #expect(playhead.buffer(at: moment) >= .zero, "seed \(seed)")
                #expect((0...100).contains(playhead.rate(at: moment)), "seed \(seed)")
                _ = playhead.position(at: moment)
                _ = hints.due(at: moment)
            }
        }
    }
}
