import Primitives

/// Judges whether a stranger's opening arrives fast enough to be waited for.
///
/// The absolute limit alone would let each half-open connection hold its place for all of that time. Kept
/// for every stranger, and so in little memory.
struct OpeningPace: Sendable {
    private let begun: Moment
    private let bytesPerSecond: UInt16
    private var bytes: UInt16 = 0
    /// Whole seconds, after which the pace is looked at next.
    private var seconds: UInt16 = 1

    init(bytesPerSecond: Int, at now: Moment) {
        self.bytesPerSecond = UInt16(clamping: bytesPerSecond)
        begun = now
    }

    var deadline: Moment { begun + .seconds(Int64(seconds)) }

    /// An opening has at most a few hundred bytes.
    mutating func received(_ count: Int) { bytes = UInt16(clamping: Int(bytes) + count) }

    /// False if less than the pace has arrived by now.
    mutating func keepsUp(at now: Moment) -> Bool {
        while deadline <= now {
            guard Int(bytes) >= Int(bytesPerSecond) * Int(seconds), seconds < .max else {
                return false
            }
            seconds += 1
        }
        return true
    }
}
