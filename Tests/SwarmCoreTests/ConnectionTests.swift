import Primitives
import SwarmCore
import Testing

@Suite struct BackoffTests {
    @Test func `a tracker that accepts and closes is not hammered`() {
        var backoff = Backoff(configuration: Backoff.Configuration(), seed: 3)
        var now = Moment.start
        var attempts = 0
        while now < .start + .seconds(600) {
            backoff.connected(at: now)
            now = backoff.ended(at: now + .seconds(1))
            attempts += 1
        }
        #expect(attempts < 20)
    }

    @Test func `a connection that lasted makes the next wait short`() {
        var backoff = Backoff(configuration: Backoff.Configuration(), seed: 3)
        for _ in 0..<8 { _ = backoff.ended(at: .start) }
        let longWait = backoff.ended(at: .start) - .start
        #expect(longWait >= .seconds(60))
        backoff.connected(at: .start)
        let now = Moment.start + .seconds(40)
        let wait = backoff.ended(at: now) - now
        #expect(wait <= .seconds(1) && wait >= .milliseconds(500))
    }

    @Test func `the same seed waits the same`() {
        func waits(_ seed: UInt64) -> [Moment] {
            var backoff = Backoff(configuration: Backoff.Configuration(), seed: seed)
            return (0..<40).map { _ in backoff.ended(at: .start) }
        }
        #expect(waits(1) == waits(1))
        #expect(waits(1) != waits(2))
        #expect(waits(1).allSatisfy { $0 <= .start + .seconds(120) })
    }
}

@Suite struct AnnounceScheduleTests {
    private let start = Moment.start

    @Test func `at once, then at intervals, and soon after a change`() {
        var schedule = AnnounceSchedule()
        #expect(schedule.deadline == nil)
        schedule.changed(at: start)
        #expect(schedule.deadline == nil)
        schedule.connected(interval: .seconds(30), at: start)
        #expect(schedule.deadline == start)
        schedule.announced(at: start)
        #expect(schedule.deadline == start + .seconds(30))
        schedule.changed(at: start + .milliseconds(100))
        #expect(schedule.deadline == start + .seconds(1))
        schedule.announced(at: start + .seconds(1))
        schedule.retryAfter(.seconds(90), at: start + .seconds(2))
        #expect(schedule.deadline == start + .seconds(92))
        schedule.disconnected()
        #expect(schedule.deadline == nil)
    }
}
