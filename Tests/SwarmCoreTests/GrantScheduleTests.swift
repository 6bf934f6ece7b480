import Primitives
import SwarmCore
import Testing

@Suite struct GrantScheduleTests {
    private let one = SwarmID(Bytes32(words: (0, 0, 0, 1)))
    private let two = SwarmID(Bytes32(words: (0, 0, 0, 2)))
    private let start = Moment.start

    private func does(
        _ schedule: inout GrantSchedule,
        _ input: (inout GrantSchedule, inout [GrantSchedule.Action]) -> Void
    ) -> [GrantSchedule.Action] {
        var actions: [GrantSchedule.Action] = []
        input(&schedule, &actions)
        return actions
    }

    /// One swarm, on an open channel, with the application asked.
    private func asking() -> GrantSchedule {
        var schedule = GrantSchedule(seed: 1)
        #expect(does(&schedule) { $0.joined(one, into: &$1) } == [])
        #expect(does(&schedule) { $0.opened(into: &$1) } == [.ask(one)])
        return schedule
    }

    @Test func `a grant is asked for, shown, and renewed before it is over`() {
        var schedule = asking()
        #expect(schedule.deadline == nil)
        #expect(
            does(&schedule) { $0.provided(one, life: .seconds(100), into: &$1) } == [.show(one)])
        schedule.granted(one, at: start)
        #expect(schedule.deadline == start + .seconds(80))
        #expect(does(&schedule) { $0.timedOut(at: start + .seconds(79), into: &$1) } == [])
        #expect(
            does(&schedule) { $0.timedOut(at: start + .seconds(80), into: &$1) } == [.ask(one)])
        #expect(
            does(&schedule) { $0.provided(one, life: .seconds(100), into: &$1) } == [.show(one)])
    }

    @Test func `each channel and each swarm takes a grant of its own`() {
        var schedule = asking()
        #expect(does(&schedule) { $0.joined(two, into: &$1) } == [.ask(two)])
        schedule.ended()
        // What was asked for comes too late.
        #expect(does(&schedule) { $0.provided(one, life: .seconds(9), into: &$1) } == [])
        #expect(does(&schedule) { $0.opened(into: &$1) } == [.ask(one), .ask(two)])
        schedule.left(one)
        #expect(does(&schedule) { $0.provided(one, life: .seconds(9), into: &$1) } == [])
    }

    @Test func `without a grant it rests longer and longer, and at most two minutes`() {
        var schedule = asking()
        var now = start
        var waits: [Duration] = []
        for attempt in 0..<12 {
            if attempt.isMultiple(of: 2) {
                schedule.unavailable(one, at: now)
            } else {
                _ = does(&schedule) { $0.provided(one, life: .seconds(9), into: &$1) }
                schedule.refused(one, at: now)
            }
            let next = schedule.deadline ?? now
            waits.append(next - now)
            now = next
            #expect(does(&schedule) { $0.timedOut(at: now, into: &$1) } == [.ask(one)])
        }
        #expect(waits[0] <= .seconds(1))
        #expect(waits.allSatisfy { $0 <= .seconds(120) })
        #expect(waits[11] >= .seconds(60))
    }

    @Test func `answers that were not waited for change nothing`() {
        var schedule = asking()
        schedule.granted(one, at: start)
        schedule.refused(one, at: start)
        schedule.expired(one, at: start)
        #expect(schedule.deadline == nil)
        _ = does(&schedule) { $0.provided(one, life: .seconds(9), into: &$1) }
        schedule.unavailable(one, at: start)
        #expect(schedule.deadline == nil)
        schedule.granted(one, at: start)
        schedule.expired(one, at: start)
        #expect((schedule.deadline ?? start) <= start + .seconds(1))
    }
}
