import Primitives

/// Measures how fast chunks go out while some are waiting.
struct UploadPace: Sendable {
    private static let span = Duration.milliseconds(500)
    private static let weight = 0.5
    private static let shortest = Duration.milliseconds(100)
    /// A peer that was put off does not ask for anything more urgent either.
    private static let longest = Duration.seconds(2)
    /// A line may get better while nothing is measured, as whoever asks is turned away.
    private static let memory = Duration.seconds(60)

    /// Nil until it was measured.
    private(set) var secondsPerChunk: Double?
    private var measuredAt = Moment.start
    private var spanStart: Moment?
    private var chunks = 0

    /// A chunk went out; `isLast` when no other is waiting.
    mutating func sent(isLast: Bool, at now: Moment) {
        if let spanStart {
            chunks += 1
            let elapsed = now - spanStart
            if elapsed >= Self.span { measured(elapsed.inSeconds / Double(chunks), at: now) }
        } else {
            spanStart = now
        }
        if isLast { stopped() }
    }

    /// Nothing is waiting: until the next chunk, time says nothing.
    mutating func stopped() {
        spanStart = nil
        chunks = 0
    }

    /// A chunk has been waiting since then, and none went out: they take at least so long.
    mutating func waited(since: Moment, at now: Moment) {
        guard now - since > Self.span, (now - since).inSeconds > secondsPerChunk ?? 0 else {
            return
        }
        secondsPerChunk = (now - since).inSeconds
        measuredAt = now
    }

    /// Forgets what was measured long ago.
    mutating func passTime(at now: Moment) {
        if now - measuredAt > Self.memory { secondsPerChunk = nil }
    }

    /// How long `count` chunks take to go out, or nil while that is unknown.
    func time(for count: Int) -> Duration? {
        secondsPerChunk.map {
            max(Self.shortest, min(.clamped(seconds: $0 * Double(count)), Self.longest))
        }
    }

    private mutating func measured(_ sample: Double, at now: Moment) {
        secondsPerChunk = secondsPerChunk.map { $0 + Self.weight * (sample - $0) } ?? sample
        measuredAt = now
        spanStart = now
        chunks = 0
    }
}
