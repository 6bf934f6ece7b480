package import Primitives

/// What the tracker's two clocks showed when an input happened.
///
/// The moment drives every timer; the Unix time is only ever told to others and signed.
package struct TrackerTime: Hashable, Sendable {
    package let moment: Moment
    package let unixSeconds: UInt64

    package init(moment: Moment, unixSeconds: UInt64) {
        self.moment = moment
        self.unixSeconds = unixSeconds
    }

    /// The Unix time `duration` from now as the wire's formats hold it, saturated at their end.
    func unixSeconds(after duration: Duration) -> UInt32 {
        let sum = unixSeconds.addingReportingOverflow(UInt64(max(0, duration.components.seconds)))
        return sum.overflow ? .max : UInt32(clamping: sum.partialValue)
    }
}
