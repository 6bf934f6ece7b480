import Primitives

/// Where the player is: from its reports while they are fresh, else inferred from its requests.
struct Playhead: Sendable {
    private struct Report {
        let state: PlayerState
        let at: Moment
    }

    private struct Inference {
        /// Where playback of this sequence of requests began, and when.
        let start: Duration
        let at: Moment
        var lastStart: Duration
        var lastEnd: Duration
        var lastAt: Moment

        init(start: Duration, duration: Duration, at now: Moment) {
            self.start = start
            at = now
            lastStart = start
            lastEnd = start + duration
            lastAt = now
        }
    }

    private let assumedBuffer: Duration
    private var report: Report?
    private var inference: Inference?

    /// A report counts for this long against newer requests; that of a paused player for ever.
    private static let freshness = Duration.seconds(2)
    /// A report that differs more from the one expected is a seek.
    private static let jump = Duration.seconds(3)

    init(assumedBuffer: Duration) {
        self.assumedBuffer = assumedBuffer
    }

    /// Returns whether the player jumped.
    mutating func moved(to state: PlayerState, at now: Moment) -> Bool {
        let expected = position(at: now)
        report = Report(state: state, at: now)
        guard let expected else { return false }
        let difference = state.position - expected
        return max(difference, .zero - difference) > Self.jump * max(1, state.rate)
    }

    /// The player asked for media of this time; returns whether it jumped.
    mutating func requested(start: Duration, duration: Duration, at now: Moment) -> Bool {
        if let position = position(at: now) {
            let held = max(position + buffer(at: now), inference?.lastEnd ?? .zero)
            // A player that goes on asks for what follows; one that skips a segment has jumped.
            let isJump = start + duration < position || start >= held + duration
            guard !isJump else {
                report = nil
                inference = Inference(start: start, duration: duration, at: now)
                return true
            }
        }
        var inferred =
            inference ?? Inference(start: start, duration: duration, at: now)
        inferred.lastStart = max(start, inferred.lastStart)
        inferred.lastEnd = max(start + duration, inferred.lastEnd)
        inferred.lastAt = now
        inference = inferred
        return false
    }

    func position(at now: Moment) -> Duration? {
        if let report = trusted(at: now) {
            return report.state.position + (now - report.at) * report.state.rate
        }
        return inference.map { inferred(from: $0, at: now) }
    }

    func buffer(at now: Moment) -> Duration {
        if let report = trusted(at: now) {
            return max(.zero, report.state.buffer - (now - report.at) * report.state.rate)
        }
        return inference.map { $0.lastStart - inferred(from: $0, at: now) } ?? .zero
    }

    /// Media seconds per second; zero while paused.
    func rate(at now: Moment) -> Double {
        trusted(at: now).map { max(0, $0.state.rate) } ?? 1
    }

    private func trusted(at now: Moment) -> Report? {
        guard let report else { return nil }
        let isFresh = report.state.rate == 0 || now - report.at <= Self.freshness
        guard let inference, inference.lastAt > report.at, !isFresh else { return report }
        return nil
    }

    private func inferred(from inference: Inference, at now: Moment) -> Duration {
        let played = inference.start + (now - inference.at)
        return min(inference.lastStart, max(played, inference.lastStart - assumedBuffer))
    }
}
