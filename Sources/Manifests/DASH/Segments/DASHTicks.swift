/// Times that are counted in units of a track's own: so many to a second.
struct DASHTicks: Hashable, Sendable {
    let perSecond: UInt64

    /// Nil for a clock that stands still.
    init?(perSecond: UInt64) {
        guard perSecond > 0 else { return nil }
        self.perSecond = perSecond
    }

    private static let longest: UInt64 = 3_000_000_000

    /// To the nanosecond; saturates at three thousand million seconds.
    func duration(_ ticks: UInt64) -> Duration {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
        guard seconds < Self.longest else { return .seconds(Self.longest) }
        let product = rest.multipliedFullWidth(by: 1_000_000_000)
        // The rest is less than a second.
        let nanoseconds = perSecond.dividingFullWidth(product).quotient
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }

    /// How many whole ticks a time has; none if it is negative.
    func ticks(in duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let part = UInt64(attoseconds).multipliedFullWidth(by: perSecond)
        // Less than a second's attoseconds in the high word's weight: the quotient fits.
        let fraction = UInt64(1_000_000_000_000_000_000).dividingFullWidth(part).quotient
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: perSecond)
        let (sum, carry) = whole.addingReportingOverflow(fraction)
        return overflow || carry ? .max : sum
    }

    /// The slot of a time, in slots of 2^`exponent` seconds; nil if it does not fit.
    func slot(of ticks: UInt64, exponent: Int) -> UInt64? {
        guard abs(exponent) < 32 else { return nil }
        if exponent >= 0 {
            return (ticks / perSecond) >> UInt64(exponent)
        }
        let product = ticks.multipliedFullWidth(by: 1 << UInt64(-exponent))
        guard product.high < perSecond else { return nil }
        return perSecond.dividingFullWidth(product).quotient
    }
}
