import Origin
import Primitives
import Testing

@Suite struct ProgressClockTests {
    private let start = Moment(sinceStart: .seconds(100))

    @Test func `nothing is owed before the request is out`() {
        var clock = ProgressClock(patience: .seconds(2))
        #expect(clock.deadline == nil)
        clock.moved(at: start)
        #expect(clock.deadline == start + .seconds(2))
        #expect(!clock.isOverdue(at: start + .seconds(1)))
        #expect(clock.isOverdue(at: start + .seconds(2)))
        clock.moved(at: start + .seconds(1))
        #expect(!clock.isOverdue(at: start + .seconds(2)))
        clock.owesNothing()
        #expect(clock.deadline == nil)
    }

    @Test func `silence is not counted while nobody listens`() {
        var clock = ProgressClock(patience: .seconds(2))
        clock.moved(at: start)
        clock.paused()
        #expect(!clock.isOverdue(at: start + .seconds(50)))
        clock.resumed(at: start + .seconds(50))
        #expect(clock.deadline == start + .seconds(52))
    }

    @Test func `a pause during connecting does not start the clock`() {
        var clock = ProgressClock(patience: .seconds(2))
        clock.paused()
        clock.resumed(at: start)
        #expect(clock.deadline == nil)
    }
}
