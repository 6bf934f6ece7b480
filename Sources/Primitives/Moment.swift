/// A point on one process's monotonic time line, in nanoseconds since an arbitrary start.
///
/// Machines never read a clock: the shell that owns one passes the moment of each input.
package struct Moment: Hashable, Comparable, Sendable {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment that lies `elapsed` after the start of the time line.
    package init(sinceStart elapsed: Duration) {
        nanoseconds = elapsed.wholeNanoseconds
    }

    package static let start = Moment(nanoseconds: 0)
    package static let distantFuture = Moment(nanoseconds: .max)

    // Written out: what is derived is called through a table by other modules.
    @inlinable
    package static func == (left: Moment, right: Moment) -> Bool {
        left.nanoseconds == right.nanoseconds
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturates at the ends of the time line instead of trapping.
    package static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        guard overflow else { return Moment(nanoseconds: sum) }
        return Moment(nanoseconds: duration < .zero ? .min : .max)
    }

    package static func - (moment: Moment, duration: Duration) -> Moment {
        moment + (.zero - duration)
    }

    package static func - (left: Moment, right: Moment) -> Duration {
        .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
    }
}

extension Moment {
    package func seconds(since earlier: Moment) -> Double {
        let (seconds, rest) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard !rest else { return (self - earlier).inSeconds }
        let parts = seconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(parts.quotient) + Double(parts.remainder * 1_000_000_000) / 1e18
    }
}

extension Duration {
    /// The duration in nanoseconds, saturated to what 64 bits hold.
    package var wholeNanoseconds: Int64 {
        // A division of 64 bits takes a fraction of the time of one of 128.
        let short = Int64(truncatingIfNeeded: attoseconds)
        guard Int128(short) == attoseconds else {
            return Int64(clamping: attoseconds / 1_000_000_000)
        }
        return short / 1_000_000_000
    }

    package var inSeconds: Double {
        let short = Int64(truncatingIfNeeded: attoseconds)
        if Int128(short) == attoseconds {
            let (seconds, attoseconds) = short.quotientAndRemainder(
                dividingBy: 1_000_000_000_000_000_000)
            return Double(seconds) + Double(attoseconds) / 1e18
        }
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// A duration from a number of seconds that may be remote input: not finite or negative is zero.
    package static func clamped(seconds: Double) -> Duration {
        guard seconds.isFinite, seconds > 0 else { return .zero }
        return .nanoseconds(Int64(min(seconds, 3.0e9) * 1e9))
    }
}
