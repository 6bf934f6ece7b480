package import PeerWire
package import Primitives

/// What one connected peer has told, what it was asked and what it asks; judges its messages.
///
/// Whatever a peer says is bounded here before anything else remembers it.
package struct PeerState: Sendable {
    private struct ChunkID: Equatable {
        let segment: SegmentID
        let chunk: Int
    }

    private struct HeldTrack {
        let track: TrackID
        var segments = SegmentSet()
    }

    private struct Arrival {
        let segment: SegmentID
        var chunks: ChunkMask
    }

    /// The peer has said hello.
    package private(set) var isGreeted = false
    // All of these are short: a search costs less than a hash.
    private var held: [HeldTrack] = []
    private var inFlight: [Arrival] = []
    private var asked: [ChunkID] = []
    /// Chunks that are not waited for any more and may be on their way, oldest first.
    private var tolerated: [ChunkID] = []
    private var updates: TokenBucket
    /// Chunks asked of us and not yet answered.
    package private(set) var outstandingUploads = 0
    private let limits: PeerLimits

    package init(limits: PeerLimits, at now: Moment) {
        self.limits = limits
        updates = TokenBucket(rate: limits.updateRate, burst: limits.updateBurst, at: now)
    }

    // MARK: What the peer tells

    package mutating func greeted() throws(PeerViolation) {
        guard !isGreeted else { throw .outOfOrder }
        isGreeted = true
    }

    /// Returns the segments that are news.
    package mutating func announced(
        _ have: Have, at now: Moment
    ) throws(PeerViolation) -> [SegmentID] {
        try countUpdate(at: now)
        let track = try place(of: have.track)
        return have.segments.filter { remember($0, at: track) }
    }

    /// One segment is announced; returns whether that is news.
    package mutating func announced(
        _ segment: SegmentID, at now: Moment
    ) throws(PeerViolation) -> Bool {
        try countUpdate(at: now)
        return remember(segment, at: try place(of: segment.track))
    }

    /// Returns the chunks that can be asked for now, or nil if that is not remembered.
    package mutating func receives(
        _ update: InFlight, at now: Moment
    ) throws(PeerViolation) -> ChunkMask? {
        try countUpdate(at: now)
        guard !update.chunks.isRumour else { return lacks(update.segment) ? update.chunks : nil }
        if let place = inFlight.firstIndex(where: { $0.segment == update.segment }) {
            inFlight[place].chunks.formUnion(update.chunks)
            return inFlight[place].chunks
        }
        guard inFlight.count < Int(limits.segmentsInFlight) else { return nil }
        inFlight.append(Arrival(segment: update.segment, chunks: update.chunks))
        return update.chunks
    }

    /// Returns the segments that had been announced.
    package mutating func evicted(
        _ evicted: Evicted, at now: Moment
    ) throws(PeerViolation) -> [SegmentID] {
        try countUpdate(at: now)
        return evicted.segments.filter { segment in
            let wasInFlight = forgetArrival(of: segment)
            let wasHeld = forgetHeld(segment)
            return wasHeld || wasInFlight
        }
    }

    /// The peer says where its player is; there is nothing to it that could be wrong.
    package mutating func moved(at now: Moment) throws(PeerViolation) { try countUpdate(at: now) }

    package func holds(_ segment: SegmentID) -> Bool {
        for place in held.indices where held[place].track == segment.track {
            return held[place].segments.contains(segment.number)
        }
        return false
    }

    /// Whether the peer is not known to have these chunks of a segment itself, or all of it.
    ///
    /// Only then is it news to it that they are here, or gone. A peer that drops the segment is to
    /// be told again by those that hold it.
    package func lacks(_ segment: SegmentID, _ chunks: ChunkMask? = nil) -> Bool {
        if let chunks, !chunks.isEmpty,
            inFlight.contains(where: { $0.segment == segment && $0.chunks.isSuperset(of: chunks) })
        {
            return false
        }
        return !holds(segment)
    }

    /// The segment has left the playlist: what the peer has of it is of no interest any more, and
    /// neither tells the other when it goes.
    package mutating func outdated(_ segment: SegmentID) {
        _ = forgetArrival(of: segment)
        _ = forgetHeld(segment)
    }

    /// This engine holds the segment from now on; returns whether the peer is to be told.
    ///
    /// How much of it the peer is receiving is of no use any more, and is forgotten: a peer that is
    /// not told when we have it does not tell when it has it.
    package mutating func shouldHear(of segment: SegmentID) -> Bool {
        _ = forgetArrival(of: segment)
        return !holds(segment)
    }

    // MARK: What the peer asks of us

    package mutating func requestReceived(_ run: ChunkRun) throws(PeerViolation) {
        guard isGreeted else { throw .outOfOrder }
        guard outstandingUploads + Int(run.count) <= Int(limits.outstandingChunks) else {
            throw .tooManyRequests
        }
        outstandingUploads += Int(run.count)
    }

    /// Chunks of the peer's requests were sent, refused or cancelled.
    package mutating func uploadsEnded(_ chunks: Int) {
        outstandingUploads = max(0, outstandingUploads - chunks)
    }

    // MARK: What we ask of the peer

    /// Chunks that the peer was asked for and has not answered.
    package var outstandingRequests: Int { asked.count }

    /// Returns whether none of the chunks was waited for already.
    @discardableResult
    package mutating func requestSent(_ segment: SegmentID, _ run: ChunkRun) -> Bool {
        let before = asked.count
        for chunk in run.chunks {
            let id = ChunkID(segment: segment, chunk: chunk)
            if !asked.contains(id) { asked.append(id) }
        }
        return asked.count == before + Int(run.count)
    }

    /// The request was cancelled.
    ///
    /// A chunk of it may be on its way, since it and the cancel cross. It is tolerated, but not for
    /// ever.
    package mutating func requestCancelled(_ segment: SegmentID, _ run: ChunkRun) {
        for chunk in run.chunks {
            let id = ChunkID(segment: segment, chunk: chunk)
            guard let place = asked.firstIndex(of: id) else { continue }
            asked.remove(at: place)
            tolerated.append(id)
        }
        let excess = tolerated.count - Int(limits.toleratedChunks)
        if excess > 0 { tolerated.removeFirst(excess) }
    }

    /// The peer refused the request: that was its answer, and there is no other to one request.
    ///
    /// It may have answered an earlier one that was cancelled meanwhile: then the answer to this one
    /// is still to come, and is tolerated in the other's place.
    package mutating func requestRefused(_ segment: SegmentID, _ run: ChunkRun) {
        for chunk in run.chunks {
            let id = ChunkID(segment: segment, chunk: chunk)
            if let place = asked.firstIndex(of: id) {
                asked.remove(at: place)
            } else if let place = tolerated.firstIndex(of: id) {
                tolerated.remove(at: place)
            }
        }
    }

    /// Returns whether the chunk is still waited for, rather than cancelled or refused before.
    package mutating func dataReceived(
        _ segment: SegmentID, chunk: Int
    ) throws(PeerViolation) -> Bool {
        let id = ChunkID(segment: segment, chunk: chunk)
        if let place = asked.firstIndex(of: id) {
            asked.remove(at: place)
            return true
        }
        guard let place = tolerated.firstIndex(of: id) else { throw .unrequestedData }
        tolerated.remove(at: place)
        return false
    }

    // MARK: -

    /// Reads what the next message will need; nothing depends on what is returned.
    @inline(__always)
    package mutating func readAhead() -> Int {
        held.count &+ inFlight.count &+ asked.count &+ tolerated.count &+ outstandingUploads
    }

    private mutating func countUpdate(at now: Moment) throws(PeerViolation) {
        guard isGreeted else { throw .outOfOrder }
        guard updates.spend(1, at: now) else { throw .updateFlood }
    }

    /// The place of a track in what is held, which it has from now on.
    private mutating func place(of track: TrackID) throws(PeerViolation) -> Int {
        if let place = held.firstIndex(where: { $0.track == track }) { return place }
        guard held.count < Int(limits.tracks) else { throw .tooManyTracks }
        held.append(HeldTrack(track: track))
        return held.count - 1
    }

    private mutating func remember(_ segment: SegmentID, at place: Int) -> Bool {
        _ = forgetArrival(of: segment)
        guard held[place].segments.hasRoom(for: segment.number, limit: Int(limits.wordsPerTrack))
        else { return false }
        return held[place].segments.insert(segment.number)
    }

    private mutating func forgetHeld(_ segment: SegmentID) -> Bool {
        guard let place = held.firstIndex(where: { $0.track == segment.track }) else {
            return false
        }
        return held[place].segments.remove(segment.number)
    }

    private mutating func forgetArrival(of segment: SegmentID) -> Bool {
        guard let place = inFlight.firstIndex(where: { $0.segment == segment }) else {
            return false
        }
        inFlight.remove(at: place)
        return true
    }
}
