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
        for walk in 0..<UInt64(Self.walks) {
            var world = ScheduleWorld(Dice(seed: testSeed &+ walk), ending: ending)
            if let report = world.run(for: .seconds(30)) {
                Issue.record("SHOAL_SEED=\(testSeed), walk \(walk), \(ending)\n\(report)")
                return
            }
        }
    }
}
