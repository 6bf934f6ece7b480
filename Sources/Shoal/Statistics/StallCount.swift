import Primitives

/// Counts how often a player ran out of media, by the buffers that the application reports and by what
/// the player says with its requests: where both speak, of the same stalls.
struct StallCount: Sendable {
    /// So long after a jump an empty buffer is what is to be expected.
    private static let grace = Duration.seconds(2)
    /// A position further from where playback would be is a jump.
    private static let tolerance = Duration.seconds(2)

    /// Words within it, such as those beside a request for video and one for sound, are of one stall.
    private static let oneStall = Duration.seconds(2)

    var count: Int { max(observed, said) }

    private var observed = 0
    private var said = 0
    private var saidAt: Moment?
    private var buffer = Duration.zero
    private var rate = 1.0
    private var position: (value: Duration, at: Moment)?
    private var jumpedAt: Moment?

    mutating func moved(to position: Duration, at now: Moment) {
        if let last = self.position {
            let expected = last.value + (now - last.at) * rate
            let distance = max(position - expected, expected - position)
            // A player that waits stays where it was.
            let isStanding = position == last.value
            if distance > Self.tolerance, !isStanding { jumpedAt = now }
        }
        self.position = (position, now)
    }

    mutating func buffered(_ buffer: Duration, at now: Moment) {
        defer { self.buffer = buffer }
        guard buffer == .zero, self.buffer > .zero, rate > 0 else { return }
        if let jumpedAt, now - jumpedAt < Self.grace { return }
        observed += 1
    }

    mutating func said(at now: Moment) {
        defer { saidAt = now }
        if let saidAt, now - saidAt < Self.oneStall { return }
        said += 1
    }

    mutating func plays(at rate: Double) { self.rate = rate }
}
