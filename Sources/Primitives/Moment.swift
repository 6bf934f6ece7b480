/// A point on one process's monotonic time line, in nanoseconds since an arbitrary start.
///
/// Machines never read a clock: the shell that owns one passes the moment of each input.
@usableFromInline
package struct Moment: Hashable, Comparable, Sendable {
    @usableFromInline package let nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment that lies `elapsed` after the start of the time line.
    package init(sinceStart elapsed: Duration) {
        nanoseconds = elapsed.wholeNanoseconds
    }

    @inlinable package static var start: Moment { Moment(nanoseconds: 0) }
    @inlinable package static var distantFuture: Moment { Moment(nanoseconds: .max) }

    // Written out: what is derived is called through a table by other modules.
    @inlinable
    package static func == (left: Moment, right: Moment) -> Bool {
        left.nanoseconds == right.nanoseconds
    }

    @inlinable
    package static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    @inlinable
    package static func <= (left: Moment, right: Moment) -> Bool {
        left.nanoseconds <= right.nanoseconds
    }

    @inlinable
    package static func > (left: Moment, right: Moment) -> Bool {
        left.nanoseconds > right.nanoseconds
    }

    @inlinable
    package static func >= (left: Moment, right: Moment) -> Bool {
        left.nanoseconds >= right.nanoseconds
    }

    /// Saturates at the ends of the time line instead of trapping.
    @inlinable
    package static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        guard overflow else { return Moment(nanoseconds: sum) }
        return Moment(nanoseconds: duration < .zero ? .min : .max)
    }

    @inlinable
    package static func - (moment: Moment, duration: Duration) -> Moment {
        moment + (.zero - duration)
    }

    @inlinable
    package static func - (left: Moment, right: Moment) -> Duration {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(
            right.nanoseconds)
        guard !overflow else {
            return .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
        }
        return .whole(nanoseconds: difference)
    }
}

@inlinable
package func min(_ left: Moment, _ right: Moment) -> Moment { right < left ? right : left }

@inlinable
package func max(_ left: Moment, _ right: Moment) -> Moment { right >= left ? right : left }

extension Moment {
    @inlinable
    package func seconds(since earlier: Moment) -> Double {
        let (seconds, rest) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard !rest else { return (self - earlier).inSeconds }
        let parts = seconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(parts.quotient) + Double(parts.remainder * 1_000_000_000) / 1e18
    }
}
