import Primitives

/// All that a schedule knows of one segment that is or was worked on.
struct SegmentRecord: Sendable {
    /// The hash list without which chunks could not be checked.
    enum Leaves: Hashable, Sendable {
        case unknown
        case asked(LeavesRequest)
        case known
    }

    struct LeavesRequest: Hashable, Sendable {
        let peer: PeerSlot
        let askedAt: Moment
        let lateAt: Moment
    }

    /// What peers have done for the segment since the moment it is judged from.
    struct Pull: Sendable {
        var startedAt: Moment
        var progressAt: Moment
        var received = 0
        /// Measured anew when a segment becomes urgent: what peers did while there was time says
        /// little.
        var isUrgent = false

        init(startedAt now: Moment) {
            startedAt = now
            progressAt = now
        }
    }

    /// The origin delivers everything from an offset on, or up to where peers bring the rest.
    struct OriginFetch: Sendable {
        let offset: Int
        let end: Int?
        let reason: OriginReason
        let startedAt: Moment
        /// It began before there was anything to fetch, and tells nothing of how fast the origin is.
        let isEarly: Bool
        /// Peers are to bring the end of what is fetched, where they are faster.
        let isAided: Bool
        var answeredAt: Moment?
        var progressAt: Moment
        var received = 0
    }

    private(set) var id: SegmentID
    /// Where the segment lies on its track, or nil when no playlist names it (any more).
    var place: TrackPlace?
    var timing: SegmentTiming?
    /// All bytes are there; only the store dropping them leads out of here.
    var isComplete = false
    /// Whether the record is in the schedule's list of what is worked on.
    var isActive = false
    var board = ChunkBoard()
    var leaves = Leaves.unknown
    var leavesAskedOf: [PeerSlot] = []
    /// Peers that chunks are asked of.
    var servers: [PeerSlot] = []
    var pull: Pull?
    var fetch: OriginFetch?
    /// Since when a player waits for the segment.
    var requestedAt: Moment?
    /// The chunk from which on it reads: what lies before that can wait.
    private(set) var wantedChunk = 0
    /// A bound on how long a waiting player can wait, in its own words.
    var requestDeadline: Moment?
    /// After a failure of the origin, only peers are asked before this moment.
    var originRetryAt = Moment.start
    /// The store had it and dropped it: it is not fetched ahead again.
    var wasDropped = false
    /// When an edge node's nearest peer needs the segment.
    var neededAt: Moment?
    /// It is a part that was hinted at before it was listed.
    var wasHinted = false
    /// When the segment was first thought of; a part that was hinted at, since it is listed.
    var firstSeenAt: Moment?
    /// The time that could be spent waiting for others when the segment was first thought of.
    var firstSlack: Duration?
    /// This member's rank for the segment, and the standing that it was computed for.
    var rank: Int?
    var rankGeneration = -1
    /// Chunks that this member is to take from the origin at once, so that it has them to give.
    var share: Range<Int>?
    var hasChosenShare = false
    /// Bytes that the origin was asked for because peers had not brought them.
    var lateBytes = 0
    /// Peers are asked for nothing more of it.
    var isClosed = false

    init(id: SegmentID) { self.id = id }

    var isWorkedOn: Bool {
        if fetch != nil || board.outstandingCount > 0 { return true }
        if case .asked = leaves { return true }
        return false
    }

    /// All bytes are here, and the origin has only to say that they are.
    var awaitsEnd: Bool { fetch != nil && board.isComplete }

    /// Whether peers can be asked for something that they are not asked for yet.
    var isOpen: Bool {
        guard !isComplete, !isClosed, fetch?.isAided ?? true, !wasDropped || requestedAt != nil
        else {
            return false
        }
        switch leaves {
        case .unknown: return true
        case .asked: return false
        case .known: return board.unaskedCount > 0
        }
    }

    /// A player reads from that byte on; what no description has room for is from its start.
    mutating func want(_ offset: Int) {
        let isInside = offset > 0 && offset < timing?.estimatedLength ?? 0
        wantedChunk = isInside ? offset >> ChunkGeometry.chunkLog : 0
    }

    @inline(__always)
    mutating func readAhead() -> Int {
        board.chunkCount &+ servers.count &+ leavesAskedOf.count &+ lateBytes &+ wantedChunk
            &+ Int(truncatingIfNeeded: originRetryAt.nanoseconds) &+ (fetch?.received ?? 0)
            &+ (pull?.received ?? 0)
    }

    // Optional chaining through the table's subscript would allocate; these do not.

    mutating func noteProgress(bytes: Int, at now: Moment) {
        pull?.progressAt = now
        pull?.received += bytes
    }

    mutating func originAnswered(at now: Moment) {
        fetch?.answeredAt = now
        fetch?.progressAt = now
    }

    mutating func originDelivered(_ received: Int, at now: Moment) {
        fetch?.received = received
        fetch?.progressAt = now
    }

    mutating func beginPull(isUrgent: Bool, at now: Moment) {
        pull = Pull(startedAt: now)
        pull?.isUrgent = isUrgent
    }

    mutating func setUrgent(_ isUrgent: Bool) { pull?.isUrgent = isUrgent }

    // MARK: Memory

    var hasMemory: Bool { board.hasMemory || leavesAskedOf.capacity > 0 || servers.capacity > 0 }

    /// Whether nothing is known that a board or the lists would have to keep.
    var isMemoryEmpty: Bool { board.isEmpty && leavesAskedOf.isEmpty && servers.isEmpty }

    mutating func exchange(_ memory: inout SegmentMemory) {
        swap(&board, &memory.board)
        swap(&leavesAskedOf, &memory.leavesAskedOf)
        swap(&servers, &memory.servers)
    }

    /// Makes a fresh record of this one for another segment; its memory stays.
    mutating func reuse(for segment: SegmentID) {
        startOver()
        id = segment
        place = nil
        timing = nil
        isActive = false
        requestedAt = nil
        wantedChunk = 0
        requestDeadline = nil
        originRetryAt = .start
        wasDropped = false
        neededAt = nil
        wasHinted = false
        firstSeenAt = nil
        firstSlack = nil
        rank = nil
        rankGeneration = -1
    }

    /// Forgets all but the identity, for a segment that has to be fetched again.
    mutating func startOver() {
        board.clear()
        isComplete = false
        leaves = .unknown
        leavesAskedOf.removeAll(keepingCapacity: true)
        servers.removeAll(keepingCapacity: true)
        pull = nil
        fetch = nil
        share = nil
        hasChosenShare = false
        lateBytes = 0
        isClosed = false
    }
}
