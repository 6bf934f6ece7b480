import PeerWire
import Primitives

/// What a player's requests tell of it, with what it says of itself beside them.
///
/// A player asks for one segment after the other until its buffer is full, and then whenever it has
/// played one. So its clock runs from the first request on, except that playback passes nothing that
/// has not been asked for, and that a player which asks again after it had enough holds as much as it
/// did at other such times: else a pause would count as playback for ever. In doubt it is thought to
/// be further on, and so to have less time, than it is.
struct RequestTrail: Sendable {
    /// How far one track has been asked for.
    private struct Head {
        let track: TrackID
        let start: Duration
        let end: Duration
        let at: Moment

        init(_ request: MediaRequest, at now: Moment) {
            track = request.track
            start = request.start
            end = request.end
            at = now
        }
    }

    /// Shorter gaps between two requests are the player's own.
    private static let idleGap = Duration.milliseconds(500)
    /// A track that was not asked for in so long beside another is not played any more.
    private static let trackMemory = Duration.seconds(15)
    /// Words of the player about itself count for so long beside requests without any.
    private static let toldMemory = Duration.seconds(10)
    /// A player that was not heard for so long gives way to another one.
    private static let playerMemory = Duration.seconds(15)

    /// What it holds at most, for all that is known.
    private let mostBuffer: Duration
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
    /// What it held then, by the clock.
    private var idleBuffer = Duration.zero
    /// What it surely still holds when it asks again after it had enough.
    private var lowBuffer: Duration?
    /// Whether the player jumped and has asked for nothing since.
    private var isLost = false
    /// When application or player last said where it is or what it holds.
    private var toldAt: Moment?
    private(set) var rate = 1.0
    private(set) var isStarting = false
    private var player: UInt64?

    init(_ request: MediaRequest, mostBuffer: Duration, at now: Moment) {
        self.mostBuffer = mostBuffer
        position = request.start
        positionAt = now
        latest = Head(request, at: now)
        hear(request.hints, asking: request, at: now)
    }

    /// Whether application or player said lately where it is or what it holds.
    var isTold: Bool { toldAt != nil }

    /// When it last asked for anything.
    var askedAt: Moment { latest.at }

    /// End of what was asked for, of the track that is ahead.
    var furthestEnd: Duration { max(latest.end, playedOther?.end ?? latest.end) }

    /// A request that is another player's says nothing of this one.
    func isOfAnother(_ request: MediaRequest, at now: Moment) -> Bool {
        guard let player, let asking = request.hints?.player, asking != player else { return false }
        return now - latest.at <= Self.playerMemory
    }

    @inline(__always)  // A call that cannot change the trail would copy it.
    func position(at now: Moment) -> Duration {
        let earliest = earliestPosition(at: now)
        guard toldAt == nil, !isLost else { return earliest }
        return min(held, max(heldStart - min(mostBuffer, lowBuffer ?? mostBuffer), earliest))
    }

    /// The same, whatever the player may have come to hold since.
    @inline(__always)
    func earliestPosition(at now: Moment) -> Duration {
        let played = position + (now - positionAt).scaled(by: rate)
        if isLost { return played }
        return min(held, played)
    }

    /// End of the continuous media that the player holds; what it waits for it does not hold.
    var held: Duration {
        if isLost { return position }
        return idleSince == nil ? heldStart : heldEnd
    }

    mutating func goOn(with request: MediaRequest, at now: Moment) {
        settle(at: now)
        if toldAt == nil { asksAgain(request, at: now) }
        idleSince = nil
        isLost = false
        if latest.track != request.track {
            // The one that was asked for least lately is the one that is not played any more.
            other = latest
        }
        latest = Head(request, at: now)
        if toldAt == nil, let lowBuffer { position = max(position, heldStart - lowBuffer) }
        if let toldAt, now - toldAt > Self.toldMemory {
            self.toldAt = nil
            rate = 1
        }
        hear(request.hints, asking: request, at: now)
    }

    /// The player jumped and asks elsewhere.
    mutating func startOver(with request: MediaRequest, at now: Moment) {
        let (lowBuffer, player) = (lowBuffer, player)
        self = RequestTrail(request, mostBuffer: mostBuffer, at: now)
        self.lowBuffer = lowBuffer
        self.player = self.player ?? player
    }

    /// No request waits any more.
    mutating func idled(isFull: Bool, at now: Moment) {
        settle(at: now)
        idleSince = now
        idleBuffer = heldEnd - position
        self.isFull = isFull
    }

    /// The player plays so fast, as the application says.
    mutating func plays(at rate: Double, _ now: Moment) {
        settle(at: now)
        self.rate = rate
    }

    /// The player holds so much, as the application says.
    mutating func holds(_ buffer: Duration, at now: Moment) {
        settle(at: now)
        toldAt = now
        // What is on its way may be held or not.
        position = max(heldStart - buffer, min(heldEnd - buffer, position))
    }

    /// The player began to ask with so much in its buffer, which is what it asks to add to.
    mutating func began(holding buffer: Duration, at now: Moment) {
        position = heldStart - buffer
        positionAt = now
        toldAt = now
    }

    /// The player is there, as the application says.
    mutating func isAt(_ position: Duration, isJump: Bool, at now: Moment) {
        settle(at: now)
        self.position = position
        toldAt = now
        isLost = isLost || isJump
    }

    // MARK: - Private

    private mutating func hear(_ hints: PlayerHints?, asking: MediaRequest, at now: Moment) {
        guard let hints else { return }
        player = hints.player ?? player
        isStarting = hints.isStarting
        guard let held = hints.held else { return }
        toldAt = now
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

    /// Learns from a request after the player had enough what it holds then, or where it is by that.
    private mutating func asksAgain(_ request: MediaRequest, at now: Moment) {
        let head = latest.track == request.track ? latest : other
        guard isFull, let idleSince, now - idleSince >= Self.idleGap, let head,
            head.track == request.track, request.start == head.end
        else { return }
        let length = head.end - head.start
        // It stops with enough, and no more than the last segment on top of that.
        let low = lowBuffer ?? max(.zero, min(mostBuffer, idleBuffer - length))
        let played = (now - head.at).scaled(by: rate).inSeconds / max(length.inSeconds, 0.001)
        // Without a pause or a skip to speak of, the clock can be believed.
        let isSteady = (0.75...1.5).contains(played)
        let held = isSteady ? max(low, min(mostBuffer, request.start - position)) : low
        lowBuffer = held
        position = request.start - held
    }

    /// Takes down where playback is, before what it was reckoned by changes.
    private mutating func settle(at now: Moment) {
        position = earliestPosition(at: now)
        positionAt = now
    }
}
