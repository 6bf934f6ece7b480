import ScheduleTestSupport
import Testing
import TestSupport

/// Random worlds; SHOAL_SEED runs those of a failure again.
@Suite struct WalkTests {
    private static let walks = 12

    @Test(.timeLimit(.minutes(2)), arguments: ScheduleWorld.Ending.allCases)
    func `whatever happens no rule is broken, and in the end nothing is waited for in vain`(
        _ ending: ScheduleWorld.Ending
    ) {
        walk(from: testSeed, ending)
    }

    /// Each has found a fault once.
    @Test(
        .timeLimit(.minutes(2)), arguments: ScheduleWorld.Ending.allCases,
        [22_621_680, 5_442_687_675_604_355_719, 832_159_224, 860_557_574, 270_890_320] as [UInt64])
    func `worlds in which a rule was broken once keep it`(
        _ ending: ScheduleWorld.Ending, seed: UInt64
    ) {
        walk(from: seed, ending)
    }

    private func walk(from seed: UInt64, _ ending: ScheduleWorld.Ending) {
        let reports = concurrently(Array(0..<UInt64(Self.walks))) { walk in
            var world = ScheduleWorld(Dice(seed: seed &+ walk), ending: ending)
            return world.run(for: .seconds(30)).map { "walk \(walk), \(ending)\n\($0)" }
        }
        if let report = reports.lazy.compactMap(\.self).first {
            Issue.record("SHOAL_SEED=\(seed), \(report)")
        }
    }
}
