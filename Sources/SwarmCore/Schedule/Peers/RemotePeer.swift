import PeerWire
import Primitives

/// What a schedule knows of one connected peer.
struct RemotePeer: Sendable {
    /// A segment that the peer is itself receiving.
    private struct Arrival: Sendable {
        let segment: SegmentID
        var chunks: ChunkMask
    }

    /// What the peer holds of one track; there are few tracks.
    private struct Holding: Sendable {
        let track: TrackID
        var segments = SegmentSet()
    }

    // First what is read of many peers before one is chosen.

    private(set) var id: PeerID
    /// Asked for nothing before this moment, because it said that it is busy.
    var busyUntil = Moment.start
    private(set) var uploads: Bool
    private(set) var isEdge: Bool
    private var arrivals: [Arrival] = []
    var window: RequestWindow
    /// Segments whose leaves it was asked for and has not sent.
    var leavesAsked = 0
    /// Requests for leaves that it has not answered since it last answered anything.
    var unanswered = 0
    /// What it says that it has is not taken for true for a while.
    var isMuted = false
    /// Where it stands in the `PeerOrder`.
    var phase = -Double.infinity
    /// Seconds of what it has played that it keeps, as far as it is known.
    var keptBehind = Double.infinity
    private var state: PlayerState?
    private var stateAt = Moment.start
    private var held: [Holding] = []

    /// A report is not extended further than this into the future.
    private static let longestExtrapolation = Duration.seconds(30)
    /// Segments that most peers do not exceed receiving at a time.
    private static let usualArrivals = 8

    init(id: PeerID, uploads: Bool, isEdge: Bool, window: RequestWindow) {
        self.id = id
        self.uploads = uploads
        self.isEdge = isEdge
        self.window = window
        arrivals.reserveCapacity(Self.usualArrivals)
    }

    /// Makes room for what the peer may hold of a track of so many segments.
    mutating func reserve(_ track: TrackID, count: Int) {
        let place = place(of: track) ?? held.count
        if place == held.count { held.append(Holding(track: track)) }
        held[place].segments.reserve(count)
    }

    /// Makes another peer of this one, that has said nothing yet; its memory stays.
    mutating func become(_ id: PeerID, uploads: Bool, isEdge: Bool) {
        self.id = id
        self.uploads = uploads
        self.isEdge = isEdge
        window.reset()
        busyUntil = .start
        leavesAsked = 0
        unanswered = 0
        isMuted = false
        phase = -.infinity
        keptBehind = .infinity
        state = nil
        for place in held.indices { held[place].segments.removeAll() }
        arrivals.removeAll(keepingCapacity: true)
    }

    mutating func moved(to state: PlayerState, at now: Moment) {
        self.state = state
        stateAt = now
    }

    func position(at now: Moment) -> Duration? {
        guard let state else { return nil }
        return state.position + min(now - stateAt, Self.longestExtrapolation) * max(0, state.rate)
    }

    func sight(at now: Moment) -> PeerSight {
        PeerSight(
            peer: id, isEdge: isEdge, uploads: uploads, position: position(at: now),
            buffer: state?.buffer)
    }

    mutating func gained(_ segment: SegmentID) {
        endArrival(of: segment)
        if let place = place(of: segment.track) {
            held[place].segments.insert(segment.number)
        } else {
            held.append(Holding(track: segment.track))
            held[held.count - 1].segments.insert(segment.number)
        }
    }

    mutating func receives(_ segment: SegmentID, _ chunks: ChunkMask) {
        guard !holds(segment) else { return }
        if let place = arrivals.firstIndex(where: { $0.segment == segment }) {
            arrivals[place].chunks = chunks
        } else {
            arrivals.append(Arrival(segment: segment, chunks: chunks))
        }
    }

    mutating func lost(_ segment: SegmentID) {
        endArrival(of: segment)
        if let place = place(of: segment.track) { held[place].segments.remove(segment.number) }
    }

    // Mutating, though they change nothing: else every call would copy the peer.

    mutating func holds(_ segment: SegmentID) -> Bool {
        place(of: segment.track).map { held[$0].segments.contains(segment.number) } ?? false
    }

    mutating func isReceiving(_ segment: SegmentID) -> Bool {
        arrivals.contains { $0.segment == segment }
    }

    mutating func supply(of segment: SegmentID) -> ChunkSupply {
        if let arrival = arrivals.first(where: { $0.segment == segment }) {
            return .some(arrival.chunks)
        }
        return holds(segment) ? .all : .none
    }

    /// What comes before a number will not be asked for again.
    mutating func forget(_ track: TrackID, before number: UInt64) {
        if let place = place(of: track) { held[place].segments.removeWords(before: number) }
        arrivals.removeAll { $0.segment.track == track && $0.segment.number < number }
    }

    mutating func endArrival(of segment: SegmentID) {
        arrivals.removeAll { $0.segment == segment }
    }

    @inline(__always)
    mutating func readAhead() -> Int {
        held.count &+ arrivals.count &+ window.entries.count &+ unanswered
    }

    /// Reads what is looked at before it is chosen among others.
    @inline(__always)
    mutating func readAheadCandidate() -> Int {
        arrivals.count &+ Int(truncatingIfNeeded: busyUntil.nanoseconds)
            &+ (window.estimate.isMeasured ? 1 : 0)
    }

    private func place(of track: TrackID) -> Int? { held.firstIndex { $0.track == track } }
}
