import Primitives

/// All that a schedule knows of one segment that is or was wanted.
struct SegmentRecord: Sendable {
    enum State: Sendable {
        /// Waits for a source, or for the moment when the origin is to be asked (again).
        case waiting
        /// A peer was asked for the leaves; without them its chunks could not be checked.
        case askingLeaves(of: PeerID, lateAt: Moment)
        /// The leaves are known; chunks are asked of peers or about to be.
        case swarming(Swarming)
        /// The origin delivers everything from an offset on.
        case origin(OriginFetch)
        /// All bytes are there. Only the store dropping them leads out of here.
        case complete
    }

    struct Swarming: Sendable {
        /// Since when peers have been fetching, or since the segment became urgent.
        var startedAt: Moment
        var progressAt: Moment
        /// Bytes that came from peers since `startedAt`.
        var received = 0
        var isUrgent = false

        init(startedAt now: Moment) {
            startedAt = now
            progressAt = now
        }
    }

    struct OriginFetch: Sendable {
        let offset: Int
        let reason: OriginReason
        let startedAt: Moment
        var answeredAt: Moment?
        var progressAt: Moment
        var received = 0
    }

    /// The peers that were asked for a chunk which has not been verified yet.
    struct ChunkAsk: Sendable {
        /// Each is asked once; another request would only queue behind the first.
        var asked: [PeerID] = []
        var outstanding: [PeerID] = []
    }

    var state = State.waiting
    var assembly = SegmentAssembly(length: nil)
    /// Since when a player waits for the segment.
    var requestedAt: Moment?
    /// When this segment is to be looked at again, if nothing happens before.
    var wakeAt = Moment.distantFuture
    var leavesAskedOf: [PeerID] = []
    var areLeavesKnown = false
    var asks: [Int: ChunkAsk] = [:]
    /// Missing chunks that no peer has been asked for.
    var unasked = RangeSet<Int>()
    var originFailures = 0
    /// After a failure of the origin, only peers are asked before this moment.
    var originRetryAt = Moment.start
    /// The store had it and dropped it: it is not fetched ahead again.
    var wasDropped = false

    var isComplete: Bool {
        switch state {
        case .complete: true
        case .waiting, .askingLeaves, .swarming, .origin: false
        }
    }

    /// Chunks that are missing go to `unasked`, but for those that a peer is still asked for.
    mutating func recountUnasked() {
        unasked = RangeSet()
        for chunk in 0..<assembly.chunkCount
        where !assembly.isPresent(chunk: chunk) && (asks[chunk]?.outstanding.isEmpty ?? true) {
            unasked.insert(contentsOf: chunk..<chunk + 1)
        }
    }

    mutating func asked(_ chunks: Range<Int>, of peer: PeerID) {
        for chunk in chunks {
            asks[chunk, default: ChunkAsk()].asked.append(peer)
            asks[chunk, default: ChunkAsk()].outstanding.append(peer)
        }
        unasked.remove(contentsOf: chunks)
    }

    /// A peer gives a chunk back, to be asked for it again or not; others go on with it.
    mutating func returned(_ chunk: Int, by peer: PeerID, mayAskAgain: Bool) {
        guard var ask = asks[chunk] else { return }
        ask.outstanding.removeAll { $0 == peer }
        if mayAskAgain { ask.asked.removeAll { $0 == peer } }
        asks[chunk] = ask
        guard ask.outstanding.isEmpty, !assembly.isPresent(chunk: chunk) else { return }
        unasked.insert(contentsOf: chunk..<chunk + 1)
    }
}
