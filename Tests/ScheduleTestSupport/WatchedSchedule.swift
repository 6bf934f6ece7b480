package import Primitives
package import SwarmCore

/// A schedule with its oracle, and a memory of what led to a violation.
package struct WatchedSchedule {
    private struct Step {
        let at: Moment
        let input: ScheduleInput
        let actions: [Schedule.Action]
    }

    package private(set) var schedule: Schedule
    package private(set) var oracle: ScheduleOracle
    package private(set) var now = Moment.start
    private var history: [Step] = []
    private var actions: [Schedule.Action] = []

    /// Steps that are printed with a violation.
    private static let longestTail = 60

    package init(
        _ configuration: ScheduleConfiguration = ScheduleConfiguration(), peersEnabled: Bool = true
    ) {
        schedule = Schedule(configuration: configuration, peersEnabled: peersEnabled)
        oracle = ScheduleOracle(configuration: configuration, peersEnabled: peersEnabled)
    }

    /// Gives the schedule an input and lets the oracle judge what comes of it.
    @discardableResult
    package mutating func feed(_ input: ScheduleInput, at now: Moment) -> [Schedule.Action] {
        self.now = now
        actions.removeAll(keepingCapacity: true)
        let isUseful = input.give(to: &schedule, at: now, into: &actions)
        oracle.note(input, at: now)
        if let isUseful { oracle.noteChunk(input, isUseful: isUseful) }
        for action in actions { oracle.judge(action) }
        oracle.conclude()
        oracle.settle(schedule, after: input)
        if history.count >= 2 * Self.longestTail { history.removeFirst(Self.longestTail) }
        history.append(Step(at: now, input: input, actions: actions))
        return actions
    }

    /// Adds what only the course of several inputs shows.
    package mutating func violated(_ words: String) { oracle.violated(words) }

    /// Nothing, or what went wrong with the last inputs and what each led to.
    package var report: String? {
        guard !oracle.violations.isEmpty else { return nil }
        let steps = history.suffix(Self.longestTail).map { step in
            let time = Int(((step.at - .start).inSeconds * 1_000).rounded())
            return "\(time): \(step.input)" + step.actions.map { "\n        \($0)" }.joined()
        }
        return (steps + oracle.violations.prefix(5)).joined(separator: "\n")
    }
}
