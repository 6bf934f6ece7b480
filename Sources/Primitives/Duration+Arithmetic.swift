/// What the standard library's durations do with whole numbers of 128 bits and through generic code,
/// done with 64 bits where those hold the value: to the same result, in a tenth of the time.
///
/// Decisions are mostly about time, and spent a good part of their own on this.
extension Duration {
    /// What `.nanoseconds` makes of the number.
    @inlinable
    package static func whole(nanoseconds: Int64) -> Duration {
        let product = nanoseconds.multipliedFullWidth(by: 1_000_000_000)
        return Duration(_high: product.high, low: product.low)
    }

    /// The duration in attoseconds, if 64 bits hold it: nine seconds and less.
    @inlinable
    package var shortAttoseconds: Int64? {
        let short = Int64(bitPattern: _low)
        return short >> 63 == _high ? short : nil
    }

    /// The duration in nanoseconds, saturated to what 64 bits hold.
    @inlinable
    package var wholeNanoseconds: Int64 {
        // A division of 64 bits takes a fraction of the time of one of 128.
        guard let short = shortAttoseconds else {
            return Int64(clamping: attoseconds / 1_000_000_000)
        }
        return short / 1_000_000_000
    }

    @inlinable
    package var inSeconds: Double {
        if let short = shortAttoseconds {
            let (seconds, attoseconds) = short.quotientAndRemainder(
                dividingBy: 1_000_000_000_000_000_000)
            return Double(seconds) + Double(attoseconds) / 1e18
        }
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// A duration from a number of seconds that may be remote input: not finite or negative is zero.
    @inlinable
    package static func clamped(seconds: Double) -> Duration {
        guard seconds.isFinite, seconds > 0 else { return .zero }
        return .whole(nanoseconds: Int64(Swift.min(seconds, 3.0e9) * 1e9))
    }

    // MARK: In place of the standard library's own

    @inlinable
    package static func seconds(_ seconds: Double) -> Duration {
        // Whole seconds stay whole: only what is beside them is rounded.
        let whole = Int64(seconds)
        let rest = Int64(((seconds - Double(whole)) * 1e18).rounded())
        let product = whole.multipliedFullWidth(by: 1_000_000_000_000_000_000)
        let (low, carry) = product.low.addingReportingOverflow(UInt64(bitPattern: rest))
        return Duration(_high: product.high + (rest >> 63) + (carry ? 1 : 0), low: low)
    }

    @inlinable
    package static func * (duration: Duration, factor: Double) -> Duration {
        guard let short = duration.shortAttoseconds else {
            return Duration(whole: duration.roundedAttoseconds * factor)
        }
        return Duration(whole: Double(short) * factor)
    }

    @inlinable
    package static func * (duration: Duration, factor: Int) -> Duration {
        guard let short = duration.shortAttoseconds else {
            return Duration(attoseconds: duration.attoseconds * Int128(factor))
        }
        let product = short.multipliedFullWidth(by: Int64(factor))
        return Duration(_high: product.high, low: product.low)
    }

    /// Drops what is less than an attosecond; a number that is not finite, or too large, traps.
    @inlinable
    init(whole attoseconds: Double) {
        guard attoseconds.magnitude >= 0x1p63 else {
            let short = Int64(attoseconds)
            self.init(_high: short >> 63, low: UInt64(bitPattern: short))
            return
        }
        // No rounding: what is left of 53 bits below the upper word fits in the lower one.
        let high = Int64(attoseconds.magnitude * 0x1p-64)
        let low = UInt64(attoseconds.magnitude - Double(high) * 0x1p64)
        let magnitude = Duration(_high: high, low: low)
        self = attoseconds < 0 ? .zero - magnitude : magnitude
    }

    /// The number of attoseconds that is nearest to it in floating point.
    @inlinable
    var roundedAttoseconds: Double {
        guard _high >= 0 else { return -(.zero - self).roundedAttoseconds }
        let shift = UInt64(Int64.bitWidth - _high.leadingZeroBitCount)
        guard shift > 0 else { return Double(_low) }
        // The upper 64 bits, and one that says whether anything is below them: so it is rounded once.
        let upper = UInt64(bitPattern: _high) << (64 - shift) | _low >> shift
        let rest: UInt64 = _low << (64 - shift) == 0 ? 0 : 1
        return Double(upper | rest) * Double(UInt64(1) << (shift - 1)) * 2
    }

    @inlinable
    package static func < (left: Duration, right: Duration) -> Bool {
        left._high != right._high ? left._high < right._high : left._low < right._low
    }

    @inlinable
    package static func <= (left: Duration, right: Duration) -> Bool { !(right < left) }

    @inlinable
    package static func > (left: Duration, right: Duration) -> Bool { right < left }

    @inlinable
    package static func >= (left: Duration, right: Duration) -> Bool { !(left < right) }
}

@inlinable
package func min(_ left: Duration, _ right: Duration) -> Duration { right < left ? right : left }

@inlinable
package func max(_ left: Duration, _ right: Duration) -> Duration { right >= left ? right : left }
