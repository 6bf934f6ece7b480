import Primitives
import Testing

@testable import SwarmCore

/// What is inferred of a player, beside what it does.
@Suite struct PlayheadWalkTests {
    enum Source: CaseIterable, Sendable {
        case requests, hints, buffers, positions
    }

    /// The errors of one walk in seconds: positive where the player is thought to be further on.
    private struct Walk {
        var errors: [Double] = []
        var bufferErrors: [Double] = []
        /// While it plays, and has asked twice since it last paused.
        var settledErrors: [Double] = []
        var jumps = 0
        var seeks = 0
    }

    private struct Habits {
        var target = Duration.seconds(8)
        var pauses = false
        var seeks = false
        var skips = false
        var slowness = 0.0
    }

    private func walk(_ source: Source, _ habits: Habits, seed: UInt64) -> Walk {
        var random = SeededRandom(seed: seed)
        var playhead = Playhead(assumedBuffer: .seconds(10))
        var player = WalkingPlayer(target: habits.target)
        var walk = Walk()
        var now = Moment.start
        var pausedUntil = Moment.start
        var reportAt = Moment.start
        var asked = 0
        for _ in 0..<4_000 {
            now = now + WalkingPlayer.step
            if player.isPaused, now >= pausedUntil { player.pause(false) }
            if Double.random(in: 0..<1, using: &random) < 0.002 {
                if habits.pauses {
                    player.pause(true)
                    pausedUntil = now + .seconds(Int.random(in: 1...60, using: &random))
                } else if habits.seeks {
                    player.seek(to: Int.random(in: 0...500, using: &random) * 3)
                    walk.seeks += 1
                } else if habits.skips {
                    player.skip(.milliseconds(Int.random(in: 0...8_000, using: &random)))
                }
            }
            let isSlow = Double.random(in: 0..<1, using: &random) < habits.slowness
            let time = isSlow ? 100...6_000 : 50...400
            let networkTime = Duration.milliseconds(Int.random(in: time, using: &random))
            switch player.pass(networkTime: networkTime) {
            case .asks(let start)?:
                asked += 1
                var hints: PlayerHints?
                if source == .hints {
                    hints = PlayerHints()
                    hints?.bufferLength = player.buffer
                    hints?.playbackRate = player.rate
                    hints?.isStarting = player.isStarting
                }
                let isJump = playhead.requested(
                    track: TrackID(1), start: start, duration: WalkingPlayer.duration,
                    hints: hints, at: now)
                walk.jumps += isJump ? 1 : 0
            case .received?: playhead.idled(isFull: true, at: now)
            case nil: break
            }
            if now >= reportAt {
                reportAt = now + .seconds(1)
                switch source {
                case .requests, .hints: break
                case .buffers:
                    let report = PlayerReport(buffer: player.buffer, rate: player.rate)
                    walk.jumps += playhead.reported(report, at: now) ? 1 : 0
                case .positions:
                    let report = PlayerReport(position: player.position, rate: player.rate)
                    let isJump = playhead.reported(report, at: now)
                    walk.jumps += isJump ? 1 : 0
                }
            }
            if player.isPaused { asked = 0 }
            guard let position = playhead.position(at: now) else { continue }
            walk.errors.append((position - player.position).inSeconds)
            if asked >= 2 { walk.settledErrors.append((position - player.position).inSeconds) }
            walk.bufferErrors.append((playhead.buffer(at: now) - player.buffer).inSeconds)
        }
        return walk
    }

    private func expect(_ error: Double, atLeast bound: Double, _ seed: UInt64) {
        #expect(error >= bound, "seed \(seed)")
    }

    private func expect(_ error: Double, atMost bound: Double, _ seed: UInt64) {
        #expect(error <= bound, "seed \(seed)")
    }

    private static let seeds = UInt64(1)...20

    @Test(arguments: seeds) func `by requests alone a player is never thought to have more time`(
        _ seed: UInt64
    ) throws {
        let habits = Habits(pauses: true, slowness: 0.1)
        let walk = walk(.requests, habits, seed: seed)
        #expect(walk.jumps == 0)
        let least = try #require(walk.errors.min())
        #expect(least >= -0.06, "seed \(seed)")
        try expect(#require(walk.errors.max()), atMost: 10.1, seed)
    }

    @Test func `pauses of a minute are not added up`() {
        let habits = Habits(pauses: true, slowness: 0.1)
        let errors = Self.seeds.flatMap { walk(.requests, habits, seed: $0).settledErrors }
            .sorted()
        #expect(errors[errors.count / 2] <= 1.5)
        #expect(errors[errors.count * 9 / 10] <= 4)
    }

    @Test(arguments: seeds) func `a player that holds much is thought to hold ten seconds`(
        _ seed: UInt64
    ) throws {
        let walk = walk(.requests, Habits(target: .seconds(40), slowness: 0.05), seed: seed)
        try expect(#require(walk.errors.min()), atLeast: -0.06, seed)
        try expect(#require(walk.bufferErrors.max()), atMost: 0.06, seed)
        #expect(walk.jumps == 0)
    }

    @Test(arguments: seeds) func `each seek is seen by the requests, and nothing else as one`(
        _ seed: UInt64
    ) throws {
        let walk = walk(.requests, Habits(seeks: true, slowness: 0.1), seed: seed)
        // One that is overtaken by the next before it asks for anything is not.
        #expect(walk.jumps <= walk.seeks && walk.jumps >= walk.seeks - 1, "seed \(seed)")
        #expect(walk.seeks > 0)
    }

    @Test(arguments: seeds) func `a player that skips within its buffer is found again`(
        _ seed: UInt64
    ) throws {
        let walk = walk(.requests, Habits(skips: true), seed: seed)
        #expect(walk.jumps == 0)
        try expect(#require(walk.errors.min()), atLeast: -10.1, seed)
        let sorted = walk.errors.sorted()
        #expect(sorted[sorted.count / 5] >= -2.1, "seed \(seed)")
    }

    @Test(arguments: seeds) func `hints find it with every request`(_ seed: UInt64) throws {
        let habits = Habits(target: .seconds(30), skips: true, slowness: 0.1)
        let walk = walk(.hints, habits, seed: seed)
        #expect(walk.jumps == 0)
        try expect(#require(walk.errors.max()), atMost: 0.11, seed)
        let sorted = walk.errors.sorted()
        #expect(sorted[sorted.count / 10] >= -0.11, "seed \(seed)")
    }

    @Test(arguments: seeds) func `buffer reports alone place it within a segment`(
        _ seed: UInt64
    ) throws {
        let habits = Habits(target: .seconds(30), pauses: true, slowness: 0.1)
        let walk = walk(.buffers, habits, seed: seed)
        #expect(walk.jumps == 0)
        // A pause or its end is heard within a second; a segment may be held or not.
        try expect(#require(walk.errors.map { abs($0) }.max()), atMost: 3.1, seed)
        // What comes between two reports is not counted.
        try expect(#require(walk.bufferErrors.max()), atMost: 2.1, seed)
        let sorted = walk.bufferErrors.sorted()
        #expect(sorted[sorted.count / 20] >= -4.1, "seed \(seed)")
    }

    @Test(arguments: seeds) func `position reports alone leave the buffer to the requests`(
        _ seed: UInt64
    ) throws {
        let habits = Habits(target: .seconds(30), pauses: true, slowness: 0.1)
        let walk = walk(.positions, habits, seed: seed)
        #expect(walk.jumps == 0)
        try expect(#require(walk.errors.map { abs($0) }.max()), atMost: 1.1, seed)
        try expect(#require(walk.bufferErrors.map { abs($0) }.max()), atMost: 3.1, seed)
    }
}
