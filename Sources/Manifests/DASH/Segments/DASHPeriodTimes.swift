/// When a period is, and what the MPD says of how long its segments are there.
struct DASHPeriodTimes: Hashable, Sendable {
    let start: Duration
    /// Nil while that is open.
    let length: Duration?
    let isDynamic: Bool
    let availabilityStart: Duration?
    let windowLength: Duration?
}
