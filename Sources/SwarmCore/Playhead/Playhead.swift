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

        /// A position rises by the rate, a buffer falls by it.
        func reckoned(playing rate: Double, until now: Moment) -> Duration {
            value + (now - at).scaled(by: rate)
        }

        mutating func reckon(playing rate: Double, until now: Moment) {
            value = reckoned(playing: rate, until: now)
            at = now
        }
    }

    private let assumedBuffer: Duration
    private var position: Report?
    private var buffer: Report?
    private var reportedRate = 1.0
    private var rateSaidAt: Moment?
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

    /// The application reports any of it; returns whether the player jumped.
    mutating func reported(_ report: PlayerReport, at now: Moment) -> Bool {
        if let rate = report.rate { plays(at: Self.sane(rate: rate), now) }
        let isJump = report.position.map { moved(to: Self.sane($0), at: now) } ?? false
        if let buffer = report.buffer { holds(max(.zero, Self.sane(buffer)), at: now) }
        return isJump
    }

    /// The application reports position, buffer and rate; returns whether the player jumped.
    mutating func moved(to state: PlayerState, at now: Moment) -> Bool {
        reported(PlayerReport(state), at: now)
    }

    /// The player asked for media; returns whether it jumped.
    mutating func requested(
        track: TrackID, start: Duration, duration: Duration, hints: PlayerHints?, at now: Moment
    ) -> Bool {
        let request = MediaRequest(
            track: track, start: Self.sane(start), duration: max(.zero, Self.sane(duration)),
            hints: hints)
        if let trail, trail.isOfAnother(request, at: now) { return false }
        let isJump = isJump(to: request, at: now)
        if isJump {
            position = nil
            buffer = nil
            rateSaidAt = nil
        }
        switch trail {
        case nil:
            trail = RequestTrail(request, mostBuffer: assumedBuffer, at: now)
            if hints?.held == nil, isTrusted(buffer, at: now) {
                let held = buffer(at: now)
                trail?.began(holding: held, at: now)
            }
        case .some where isJump: trail?.startOver(with: request, at: now)
        case .some: trail?.goOn(with: request, at: now)
        }
        return isJump
    }

    /// No request waits any more; `isFull` unless there is nothing more to ask for yet.
    mutating func idled(isFull: Bool, at now: Moment) {
        trail?.idled(isFull: isFull, at: now)
    }

    // MARK: - Outputs

    @inline(__always)  // A call that cannot change the playhead would copy it.
    func position(at now: Moment) -> Duration? {
        guard let position, isTrusted(position, at: now) else { return trail?.position(at: now) }
        let played = position.reckoned(playing: reportedRate, until: now)
        // Nobody plays past all that it has ever asked for.
        guard let trail else { return played }
        let held = buffer.map { $0.value + ($0.at - position.at).scaled(by: reportedRate) }
        return min(played, max(position.value + (held ?? .zero), trail.furthestEnd))
    }

    func buffer(at now: Moment) -> Duration {
        if let buffer, isTrusted(buffer, at: now) {
            return max(.zero, buffer.reckoned(playing: -reportedRate, until: now))
        }
        guard let trail, let position = position(at: now) else { return .zero }
        return max(.zero, trail.held - position)
    }

    /// Whether what the player holds is by the application's word or by its own.
    func isReported(at now: Moment) -> Bool {
        isTrusted(buffer, at: now) || trail?.isTold == true
    }

    /// Media seconds per second; zero while paused.
    @inline(__always)
    func rate(at now: Moment) -> Double {
        if isTrusted(position, at: now) || isTrusted(buffer, at: now) { return reportedRate }
        if let rateSaidAt, isTrusted(saidAt: rateSaidAt, at: now) { return reportedRate }
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

    private mutating func plays(at rate: Double, _ now: Moment) {
        // What was said before is reckoned by the rate of then up to now.
        position?.reckon(playing: reportedRate, until: now)
        buffer?.reckon(playing: -reportedRate, until: now)
        reportedRate = rate
        rateSaidAt = now
        trail?.plays(at: rate, now)
    }

    private mutating func moved(to position: Duration, at now: Moment) -> Bool {
        let isJump = isJump(to: position, at: now)
        self.position = Report(position, at: now)
        // What was held around the old place says nothing of the new one.
        if isJump { buffer = nil }
        trail?.isAt(position, isJump: isJump, at: now)
        return isJump
    }

    private mutating func holds(_ buffer: Duration, at now: Moment) {
        self.buffer = Report(buffer, at: now)
        if !isTrusted(position, at: now) { trail?.holds(buffer, at: now) }
    }

    @inline(__always)
    private func isTrusted(_ report: Report?, at now: Moment) -> Bool {
        report.map { isTrusted(saidAt: $0.saidAt, at: now) } ?? false
    }

    @inline(__always)
    private func isTrusted(saidAt: Moment, at now: Moment) -> Bool {
        if reportedRate == 0 || now - saidAt <= Self.freshness { return true }
        return trail.map { $0.askedAt <= saidAt } ?? true
    }

    /// Far from where it is thought to be, and from where the application had it last.
    private func isJump(to position: Duration, at now: Moment) -> Bool {
        guard let expected = self.position(at: now) else { return false }
        let reported = self.position?.reckoned(playing: reportedRate, until: now)
        let allowed = Self.jump.scaled(by: max(1, reportedRate))
        func isFar(from place: Duration) -> Bool {
            max(position - place, place - position) > allowed
        }
        return isFar(from: expected) && isFar(from: reported ?? expected)
    }

    /// A player that goes on asks for what follows; one that skips a segment has jumped.
    private func isJump(to request: MediaRequest, at now: Moment) -> Bool {
        guard let position = position(at: now) else { return false }
        let isReported = isTrusted(self.position, at: now)
        let least = isReported ? position : trail?.earliestPosition(at: now) ?? position
        let held = max(position + buffer(at: now), trail?.furthestEnd ?? position)
        return request.end < least || request.start >= held + request.duration
    }
}
