import Primitives

/// Judges whether a stranger's opening arrives fast enough to be waited for.
///
/// The absolute limit alone would let each half-open connection hold its place for all of that time.
struct OpeningPace: Sendable {
    private let bytesPerSecond: Int
    private let begun: Moment
    private var received = 0
    /// Whole seconds, after which the pace is looked at next.
    private var seconds = 1

    init(bytesPerSecond: Int, at now: Moment) {
        self.bytesPerSecond = bytesPerSecond
        begun = now
    }

    var deadline: Moment { begun + .seconds(seconds) }

    mutating func received(_ count: Int) { received += count }

    /// False if less than the pace has arrived by now.
    mutating func keepsUp(at now: Moment) -> Bool {
        while deadline <= now {
            guard received >= bytesPerSecond * seconds else { return false }
            seconds += 1
        }
        return true
    }
}
