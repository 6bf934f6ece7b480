package import PeerWire
package import Primitives

/// What one connected peer has told, what it was asked and what it asks; judges its messages.
///
/// Whatever a peer says is bounded here before anything else remembers it.
package struct PeerState: Sendable {
    private struct ChunkID: Hashable {
        let segment: SegmentID
        let chunk: Int
    }

    package private(set) var hello: Hello?
    package private(set) var progress: Progress?
    /// Chunks asked of us and not yet answered.
    package private(set) var outstandingUploads = 0

    private let limits: PeerLimits
    private var updates: TokenBucket
    private var held: [TrackID: SegmentSet] = [:]
    private var inFlight: [SegmentID: Int] = [:]
    private var asked: Set<ChunkID> = []
    /// Chunks that are not waited for any more and may be on their way, oldest first.
    private var tolerated: [ChunkID] = []

    package init(limits: PeerLimits, at now: Moment) {
        self.limits = limits
        updates = TokenBucket(rate: limits.updateRate, burst: limits.updateBurst, at: now)
    }

    // MARK: What the peer tells

    package mutating func greeted(_ hello: Hello) throws(PeerViolation) {
        guard self.hello == nil else { throw .outOfOrder }
        self.hello = hello
        progress = hello.progress
    }

    /// Returns the segments that are news.
    package mutating func announced(
        _ have: Have, at now: Moment
    ) throws(PeerViolation) -> [SegmentID] {
        try countUpdate(at: now)
        guard held[have.track] != nil || held.count < limits.tracks else { throw .tooManyTracks }
        return have.segments.filter { segment in
            inFlight[segment] = nil
            return remember(segment)
        }
    }

    /// Returns the number of chunks that can be asked for now, or nil if it is not remembered.
    package mutating func receives(
        _ update: InFlight, at now: Moment
    ) throws(PeerViolation) -> Int? {
        try countUpdate(at: now)
        let isKnown = inFlight[update.segment] != nil
        guard isKnown || inFlight.count < limits.segmentsInFlight else { return nil }
        let chunks = max(inFlight[update.segment] ?? 0, Int(update.verifiedChunks))
        inFlight[update.segment] = chunks
        return chunks
    }

    /// Returns the segments that had been announced.
    package mutating func evicted(
        _ evicted: Evicted, at now: Moment
    ) throws(PeerViolation) -> [SegmentID] {
        try countUpdate(at: now)
        return evicted.segments.filter { segment in
            let wasInFlight = inFlight.removeValue(forKey: segment) != nil
            let wasHeld = held[segment.track]?.remove(segment.number) ?? false
            return wasHeld || wasInFlight
        }
    }

    package mutating func moved(_ progress: Progress, at now: Moment) throws(PeerViolation) {
        try countUpdate(at: now)
        self.progress = progress
    }

    package func holds(_ segment: SegmentID) -> Bool {
        held[segment.track]?.contains(segment.number) ?? false
    }

    /// Whether the peer is not known to have the chunks of a segment below `chunks` itself.
    ///
    /// Only then is it news to it that they are here, or gone. A peer that drops the segment is to
    /// be told again by those that hold it.
    package func lacks(_ segment: SegmentID, below chunks: Int = .max) -> Bool {
        !holds(segment) && (inFlight[segment] ?? 0) < chunks
    }

    /// This engine holds the segment from now on; returns whether the peer is to be told.
    ///
    /// How much of it the peer is receiving is of no use any more, and is forgotten: a peer that is
    /// not told when we have it does not tell when it has it.
    package mutating func shouldHear(of segment: SegmentID) -> Bool {
        inFlight[segment] = nil
        return lacks(segment)
    }

    // MARK: What the peer asks of us

    package mutating func requestReceived(_ run: ChunkRun) throws(PeerViolation) {
        guard hello != nil else { throw .outOfOrder }
        guard outstandingUploads + Int(run.count) <= limits.outstandingChunks else {
            throw .tooManyRequests
        }
        outstandingUploads += Int(run.count)
    }

    /// Chunks of the peer's requests were sent, refused or cancelled.
    package mutating func uploadsEnded(_ chunks: Int) {
        outstandingUploads = max(0, outstandingUploads - chunks)
    }

    // MARK: What we ask of the peer

    package mutating func requestSent(_ segment: SegmentID, _ run: ChunkRun) {
        for chunk in run.chunks { asked.insert(ChunkID(segment: segment, chunk: chunk)) }
    }

    /// The request was cancelled, or refused by the peer.
    ///
    /// A chunk of it may be on its way: a cancel and a chunk, or a refusal and the next request,
    /// cross. It is tolerated, but not for ever.
    package mutating func requestEnded(_ segment: SegmentID, _ run: ChunkRun) {
        for chunk in run.chunks {
            let id = ChunkID(segment: segment, chunk: chunk)
            if asked.remove(id) != nil { tolerated.append(id) }
        }
        tolerated.removeFirst(max(0, tolerated.count - limits.toleratedChunks))
    }

    /// Returns whether the chunk is still waited for, rather than cancelled or refused before.
    package mutating func dataReceived(
        _ segment: SegmentID, chunk: Int
    ) throws(PeerViolation) -> Bool {
        let id = ChunkID(segment: segment, chunk: chunk)
        if asked.remove(id) != nil { return true }
        guard let place = tolerated.firstIndex(of: id) else { throw .unrequestedData }
        tolerated.remove(at: place)
        return false
    }

    // MARK: -

    private mutating func countUpdate(at now: Moment) throws(PeerViolation) {
        guard hello != nil else { throw .outOfOrder }
        guard updates.spend(1, at: now) else { throw .updateFlood }
    }

    private mutating func remember(_ segment: SegmentID) -> Bool {
        let limit = limits.wordsPerTrack
        guard held[segment.track, default: SegmentSet()].hasRoom(for: segment.number, limit: limit)
        else { return false }
        return held[segment.track, default: SegmentSet()].insert(segment.number)
    }
}
