import Primitives

/// What a schedule knows of one connected peer.
struct RemotePeer: Sendable {
    let uploads: Bool
    let isEdge: Bool
    var window: RequestWindow
    /// Asked for nothing before this moment, because it said that it is busy.
    var busyUntil = Moment.start
    private var state: PlayerState?
    private var stateAt = Moment.start
    private var held: [TrackID: SegmentSet] = [:]
    private var receiving: [SegmentID: Int] = [:]

    /// A report is not extended further than this into the future.
    private static let longestExtrapolation = Duration.seconds(10)

    init(uploads: Bool, isEdge: Bool, window: RequestWindow) {
        self.uploads = uploads
        self.isEdge = isEdge
        self.window = window
    }

    mutating func moved(to state: PlayerState, at now: Moment) {
        self.state = state
        stateAt = now
    }

    func position(at now: Moment) -> Duration? {
        guard let state else { return nil }
        return state.position + min(now - stateAt, Self.longestExtrapolation) * max(0, state.rate)
    }

    mutating func gained(_ segment: SegmentID) {
        receiving[segment] = nil
        held[segment.track, default: SegmentSet()].insert(segment.number)
    }

    mutating func receives(_ segment: SegmentID, chunks: Int) {
        guard !holds(segment) else { return }
        receiving[segment] = chunks
    }

    mutating func lost(_ segment: SegmentID) {
        receiving[segment] = nil
        held[segment.track]?.remove(segment.number)
    }

    func holds(_ segment: SegmentID) -> Bool {
        held[segment.track]?.contains(segment.number) ?? false
    }

    /// Whether the peer has the segment or is about to.
    func isSource(of segment: SegmentID) -> Bool {
        uploads && (holds(segment) || receiving[segment] != nil)
    }

    /// The peer can be asked for the chunks below this one.
    func chunkLimit(of segment: SegmentID) -> Int {
        guard uploads else { return 0 }
        return holds(segment) ? .max : receiving[segment] ?? 0
    }
}
