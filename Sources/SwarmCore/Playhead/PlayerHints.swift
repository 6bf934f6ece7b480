package import Primitives

/// What a player says of itself beside one request for media, where it says anything (CMCD).
package struct PlayerHints: Hashable, Sendable {
    /// Continuous media that it held when it asked, of the kind that it asked for.
    package var bufferLength: Duration?
    /// Time from the request on after which playback suffers without the first of the bytes.
    package var deadline: Duration?
    /// Media seconds per second, zero while paused; 1 where nothing is said.
    package var playbackRate: Double?
    /// It shows nothing before it has the bytes: at the start, after a seek or a stall.
    package var isStarting = false
    /// Bits per second at which it has received media lately.
    package var throughput: Int?
    /// It takes bytes as they come and shows nothing of what it holds: who waits may have nothing left.
    package var readsOn = false
    /// The first byte of the segment that it wants: what lies before that can wait.
    package var offset = 0
    /// Tells players that share a session apart.
    package var player: UInt64?

    package init() {}

    /// When the first of the bytes are needed, where the player says so.
    package func due(at now: Moment) -> Moment? {
        isStarting ? now : deadline.map { now + max(.zero, $0) }
    }
}

extension PlayerHints {
    /// No player holds more than this.
    private static let mostHeld = Duration.seconds(86_400)

    var rate: Double { Playhead.sane(rate: playbackRate ?? 1) }

    /// What the player holds: by the sooner of its two words, so that nothing comes too late.
    var held: Duration? {
        let byDeadline = deadline.map { deadline in
            rate > 0 ? Self.sane(deadline).scaled(by: rate) : Self.mostHeld
        }
        let byBuffer = bufferLength.map(Self.sane)
        guard let byDeadline else { return byBuffer ?? (isStarting ? .zero : nil) }
        return min(byDeadline, byBuffer ?? byDeadline)
    }

    private static func sane(_ time: Duration) -> Duration { max(.zero, min(mostHeld, time)) }
}
