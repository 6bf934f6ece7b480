import PeerWire
import Primitives

/// Where the player is, what it holds and how fast it plays.
///
/// Position and buffer each come from who is trusted most with it: the application while its report
/// is fresh, then what the player said of itself as it asked for media, then what its requests show.
struct Playhead: Sendable {
    private struct Report {
        let saidAt: Moment
        /// What was said, or what had become of it when the rate was said to change.
        var value: Duration
        var at: Moment

        init(_ value: Duration, at now: Moment) {
            saidAt = now
            self.value = value
            at = now
        }
    }

    private let assumedBuffer: Duration
    private var position: Report?
    private var buffer: Report?
    /// What the application said of the rate, with whichever report came last.
    private var reportedRate = 1.0
    private var trail: RequestTrail?

    /// A report counts for this long against newer requests; that of a paused player for ever.
    private static let freshness = Duration.seconds(2)
    /// A report that differs more from the one expected is a seek.
    private static let jump = Duration.seconds(3)
    /// Past these nothing is meant, and arithmetic could overflow.
    private static let longest = Duration.seconds(1_000_000_000)
    private static let fastest = 100.0

    init(assumedBuffer: Duration) {
        self.assumedBuffer = assumedBuffer
    }

    // MARK: - Inputs

    /// The application reports both; returns whether the player jumped.
    mutating func moved(to state: PlayerState, at now: Moment) -> Bool {
        let isJump = moved(to: state.position, rate: state.rate, at: now)
        reported(buffer: state.buffer, rate: state.rate, at: now)
        return isJump
    }

    /// The application reports where the player is and no more; returns whether it jumped.
    mutating func moved(to position: Duration, rate: Double, at now: Moment) -> Bool {
        let rate = Self.sane(rate: rate)
        let position = Self.sane(position)
        let expected = self.position(at: now)
        rebase(at: now)
        self.position = Report(position, at: now)
        reportedRate = rate
        let difference = expected.map { position - $0 } ?? .zero
        let isJump = max(difference, .zero - difference) > Self.jump.scaled(by: max(1, rate))
        // What was held around the old place says nothing of the new one.
        if isJump { buffer = nil }
        trail?.isAt(position, isJump: isJump, at: now)
        return isJump
    }

    /// The application reports what the player holds, wherever that is.
    mutating func reported(buffer: Duration, rate: Double = 1, at now: Moment) {
        rebase(at: now)
        let buffer = max(.zero, Self.sane(buffer))
        self.buffer = Report(buffer, at: now)
        reportedRate = Self.sane(rate: rate)
        if !isTrusted(position, at: now) { trail?.holds(buffer, at: now) }
    }

    /// The player asked for media; returns whether it jumped.
    mutating func requested(
        track: TrackID = TrackID(0), start: Duration, duration: Duration,
        hints: PlayerHints? = nil, at now: Moment
    ) -> Bool {
        let request = MediaRequest(
            track: track, start: Self.sane(start), duration: max(.zero, Self.sane(duration)),
            hints: hints)
        guard let trail, let position = position(at: now) else {
            self.trail = RequestTrail(request, mostBuffer: assumedBuffer, at: now)
            return false
        }
        guard !trail.isOfAnother(request, at: now) else { return false }
        let held = max(position + buffer(at: now), trail.furthestEnd)
        // A player that goes on asks for what follows; one that skips a segment has jumped.
        let isJump = request.end < position || request.start >= held + request.duration
        if isJump {
            self.position = nil
            buffer = nil
            self.trail?.startOver(with: request, at: now)
        } else {
            self.trail?.goOn(with: request, at: now)
        }
        return isJump
    }

    /// No request waits any more; `isFull` unless there is nothing more to ask for yet.
    mutating func idled(isFull: Bool, at now: Moment) {
        trail?.idled(isFull: isFull, at: now)
    }

    // MARK: - Outputs

    func position(at now: Moment) -> Duration? {
        guard let position, isTrusted(position, at: now) else { return trail?.position(at: now) }
        let played = position.value + (now - position.at).scaled(by: reportedRate)
        // Nobody plays past all that it has ever asked for.
        guard let trail else { return played }
        let held = buffer.map { $0.value + ($0.at - position.at).scaled(by: reportedRate) }
        return min(played, max(position.value + (held ?? .zero), trail.furthestEnd))
    }

    func buffer(at now: Moment) -> Duration {
        if let buffer, isTrusted(buffer, at: now) {
            return max(.zero, buffer.value - (now - buffer.at).scaled(by: reportedRate))
        }
        guard let trail, let position = position(at: now) else { return .zero }
        return max(.zero, trail.held - position)
    }

    /// Whether what the player holds is by the application's word or by its own.
    func isReported(at now: Moment) -> Bool {
        isTrusted(buffer, at: now) || trail?.isHinted == true
    }

    /// Media seconds per second; zero while paused.
    func rate(at now: Moment) -> Double {
        if isTrusted(position, at: now) || isTrusted(buffer, at: now) { return reportedRate }
        return trail?.rate ?? 1
    }

    /// Whether the player shows nothing until it has what it asked for last.
    var isStarting: Bool { trail?.isStarting ?? false }

    private static func sane(_ duration: Duration) -> Duration {
        max(.zero - longest, min(longest, duration))
    }

    /// A rate from outside: not a number is the normal one.
    static func sane(rate: Double) -> Double {
        rate.isNaN ? 1 : max(0, min(rate, fastest))
    }

    // MARK: - Private

    private func isTrusted(_ report: Report?, at now: Moment) -> Bool {
        guard let report else { return false }
        if reportedRate == 0 || now - report.saidAt <= Self.freshness { return true }
        return trail.map { $0.askedAt <= report.saidAt } ?? true
    }

    /// Moves the reports on to now, before the rate at which they are reckoned changes.
    private mutating func rebase(at now: Moment) {
        if isTrusted(position, at: now), let place = position(at: now) {
            position?.value = place
            position?.at = now
        }
    }
}
