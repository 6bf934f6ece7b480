import PeerWire
import Primitives

/// What a player's requests tell of it, with what it says of itself beside them.
///
/// A player asks for one segment after the other while it fills its buffer, and then as it plays. So
/// its clock runs from the first request, except that playback passes nothing that has not been asked
/// for, and that a player which stops asking holds as much as it did whenever it stopped before:
/// else a pause would count as playback for ever.
struct RequestTrail: Sendable {
    /// How far one track has been asked for.
    private struct Head {
        let track: TrackID
        var start: Duration
        var end: Duration
        var at: Moment
    }

    /// Shorter gaps between two requests are the player's own.
    private static let idleGap = Duration.milliseconds(500)
    /// A track that was not asked for in so long beside another is not played any more.
    private static let trackMemory = Duration.seconds(15)
    /// Words of the player about itself count for so long beside requests without any.
    private static let hintMemory = Duration.seconds(10)
    /// A player that was not heard for so long gives way to another one.
    private static let playerMemory = Duration.seconds(15)

    /// What it holds at most, for all that is known.
    private var mostBuffer: Duration
    /// Where playback was at a moment, by all that was known then.
    private var position: Duration
    private var positionAt: Moment
    private var latest: Head
    /// Of a second track, such as sound beside pictures.
    private var other: Head?
    /// Since when no request has been waiting.
    private var idleSince: Moment?
    /// Whether the player stopped asking because it holds enough, and not because there is no more.
    private var isFull = false
    /// The most that it held as it stopped asking.
    private var fullBuffer = Duration.zero
    /// Whether the player jumped and has asked for nothing since.
    private var isLost = false
    private var hintedAt: Moment?
    private(set) var rate = 1.0
    private(set) var isStarting = false
    private var player: UInt64?

    init(_ request: MediaRequest, mostBuffer: Duration, at now: Moment) {
        self.mostBuffer = mostBuffer
        position = request.start
        positionAt = now
        latest = Head(track: request.track, start: request.start, end: request.end, at: now)
        hear(request.hints, asking: request, at: now)
    }

    /// Whether the player said lately what it holds.
    var isHinted: Bool { hintedAt != nil }

    /// When it last asked for anything.
    var askedAt: Moment { latest.at }

    /// End of what was asked for, of the track that is ahead.
    var furthestEnd: Duration { max(latest.end, playedOther?.end ?? latest.end) }

    /// A request that is another player's says nothing of this one.
    func isOfAnother(_ request: MediaRequest, at now: Moment) -> Bool {
        guard let player, let asking = request.hints?.player, asking != player else { return false }
        return now - latest.at <= Self.playerMemory
    }

    func position(at now: Moment) -> Duration {
        let played = position + (now - positionAt).scaled(by: rate)
        if isLost { return played }
        guard hintedAt == nil else { return min(held, played) }
        return min(held, max(heldStart - mostBuffer, played - overrun(at: now)))
    }

    /// End of the continuous media that the player holds; what it waits for it does not hold.
    var held: Duration {
        if isLost { return position }
        return idleSince == nil ? heldStart : heldEnd
    }

    mutating func goOn(with request: MediaRequest, at now: Moment) {
        settle(at: now)
        idleSince = nil
        isLost = false
        if latest.track != request.track {
            // The one that was asked for least lately is the one that is not played any more.
            other = latest
        }
        latest = Head(track: request.track, start: request.start, end: request.end, at: now)
        if let hintedAt, now - hintedAt > Self.hintMemory {
            self.hintedAt = nil
            rate = 1
        }
        hear(request.hints, asking: request, at: now)
    }

    /// The player jumped and asks elsewhere.
    mutating func startOver(with request: MediaRequest, at now: Moment) {
        let fullBuffer = fullBuffer
        let player = player
        self = RequestTrail(request, mostBuffer: mostBuffer, at: now)
        self.fullBuffer = fullBuffer
        self.player = self.player ?? player
    }

    /// No request waits any more.
    mutating func idled(isFull: Bool, at now: Moment) {
        settle(at: now)
        idleSince = now
        self.isFull = isFull
    }

    /// The player holds so much, as the application says.
    mutating func holds(_ buffer: Duration, at now: Moment) {
        settle(at: now)
        mostBuffer = max(mostBuffer, buffer)
        // What is on its way may be held or not.
        position = max(heldStart - buffer, min(heldEnd - buffer, position))
    }

    /// The player is there, as the application says.
    mutating func isAt(_ position: Duration, isJump: Bool, at now: Moment) {
        settle(at: now)
        self.position = position
        isLost = isLost || isJump
    }

    // MARK: - Private

    private mutating func hear(_ hints: PlayerHints?, asking: MediaRequest, at now: Moment) {
        guard let hints else { return }
        player = hints.player ?? player
        isStarting = hints.isStarting
        guard let held = hints.held else { return }
        hintedAt = now
        rate = hints.rate
        position = asking.start - held
        positionAt = now
    }

    private var playedOther: Head? {
        other.flatMap { latest.at - $0.at <= Self.trackMemory ? $0 : nil }
    }

    /// Media that the player holds ends between these, by the track that is behind.
    private var heldStart: Duration { min(latest.start, playedOther?.start ?? latest.start) }
    private var heldEnd: Duration { min(latest.end, playedOther?.end ?? latest.end) }

    /// By how much the clock is ahead of a player which cannot have played all the time.
    private func overrun(at now: Moment) -> Duration {
        guard isFull, let idleSince, now - idleSince >= Self.idleGap else { return .zero }
        return max(.zero, fullBuffer - (heldEnd - position))
    }

    /// Takes down where playback is, before what it was reckoned by changes.
    private mutating func settle(at now: Moment) {
        let settled = position(at: now)
        if isFull, hintedAt == nil, let idleSince, now - idleSince >= Self.idleGap {
            fullBuffer = max(fullBuffer, heldEnd - position)
        }
        position = settled
        positionAt = now
    }
}
