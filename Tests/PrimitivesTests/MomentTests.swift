import Primitives
import Testing

@Suite struct MomentTests {
    private let start = Moment.start

    @Test func `time goes on by durations and back`() {
        let later = start + .milliseconds(1_500)
        #expect(later.nanoseconds == 1_500_000_000)
        #expect(later - start == .milliseconds(1_500))
        #expect(later - .seconds(2) == Moment(nanoseconds: -500_000_000))
        #expect(start < later)
        #expect(Moment(sinceStart: .seconds(1)) == start + .seconds(1))
    }

    @Test func `the ends of the time line hold`() {
        let past = Moment(nanoseconds: .min)
        #expect(Moment.distantFuture + .nanoseconds(1) == .distantFuture)
        #expect(past - .nanoseconds(1) == past)
        #expect(start + .seconds(Int64.max) == .distantFuture)
        #expect(start - .seconds(Int64.max) == past)
        #expect(start - .seconds(Int64.min) == .distantFuture)
        #expect(start + .seconds(Int64.min) == past)
        #expect(past + .seconds(Int64.max) == Moment(nanoseconds: -1))
        #expect(Moment.distantFuture - past == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    }

    @Test func `a duration is whole nanoseconds as far as they reach`() {
        #expect(Duration.seconds(1).wholeNanoseconds == 1_000_000_000)
        #expect(Duration.nanoseconds(-7).wholeNanoseconds == -7)
        #expect(Duration.seconds(9_223_372_036).wholeNanoseconds == 9_223_372_036_000_000_000)
        #expect(Duration.seconds(9_223_372_037).wholeNanoseconds == .max)
        #expect(Duration.seconds(-9_223_372_037).wholeNanoseconds == .min)
        let last = Duration.seconds(9_223_372_036) + .nanoseconds(854_775_807)
        #expect(last.wholeNanoseconds == .max)
        #expect((last + .nanoseconds(1)).wholeNanoseconds == .max)
    }

    @Test(arguments: [
        (0.25, Duration.milliseconds(250)), (0, .zero), (-1, .zero), (.nan, .zero),
        (.infinity, .zero), (-.infinity, .zero), (1e300, .seconds(3_000_000_000)),
    ])
    func `seconds of a stranger become a duration`(seconds: Double, duration: Duration) {
        #expect(Duration.clamped(seconds: seconds) == duration)
    }

    @Test func `a duration is a number of seconds`() {
        #expect(Duration.milliseconds(1_250).inSeconds == 1.25)
        #expect(Duration.milliseconds(-500).inSeconds == -0.5)
    }
}
