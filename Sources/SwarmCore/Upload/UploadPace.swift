import Primitives

/// Measures how fast chunks go out while some are waiting.
struct UploadPace: Sendable {
    private static let span = Duration.milliseconds(500)
    private static let weight = 0.5
    private static let shortest = Duration.milliseconds(100)
    /// A peer that was put off does not ask for anything more urgent either.
    private static let longest = Duration.seconds(2)

    /// Nil until it was measured.
    private(set) var secondsPerChunk: Double?
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

    /// How long `count` chunks take to go out, or nil while that is unknown.
    func time(for count: Int) -> Duration? {
        secondsPerChunk.map {
            max(Self.shortest, min(.clamped(seconds: $0 * Double(count)), Self.longest))
        }
    }

    private mutating func measured(_ sample: Double, at now: Moment) {
        secondsPerChunk = secondsPerChunk.map { $0 + Self.weight * (sample - $0) } ?? sample
        spanStart = now
        chunks = 0
    }
}
