package import PeerWire
package import Primitives

/// Holds the chunks that peers asked for, says which goes out next, and to whom there is no room.
///
/// Slots go by need: a peer holds one while chunks are queued for it, and a request that is due
/// clearly sooner takes the slot of the peer whose need is farthest. The nearest deadline goes out
/// first; peers with about the same deadline are served in small turns, so that each of them can
/// soon pass on what it has. A chunk that was let in ends once: handed out by `next`, cancelled,
/// refused, or gone with its peer. Nothing is allocated once as much was queued before.
package struct UploadQueue: Sendable {
    private enum State {
        case open
        /// Nobody is served, until it is opened again.
        case closed(retryAfter: Duration)
    }

    private struct Member {
        let peer: PeerID
        var isWritable = true
        var chunks = 0
        var runs = UploadRuns.List()
        var turn: UInt64 = 0
        var chunksThisTurn = 0
    }

    private let configuration: UploadConfiguration
    private var fairness: UploadFairness?
    private var state = State.open
    private var numbers = NumberIndex()
    /// By number; the numbers of those that left are given out again.
    private var members: [Member] = []
    private var unusedNumbers: [Int] = []
    private var runs = UploadRuns()
    /// Members that can be sent a chunk now.
    private var ready = RankedHeap<UploadTurn>()
    /// Members with a slot, the one whose nearest deadline is farthest first.
    private var served = RankedHeap<Int64>()
    private var turns: UInt64 = 0
    private var pace = UploadPace()
    private var novelty = UploadNovelty()
    private var copies = UploadNovelty()
    private var sentChunks = 0
    /// Since when something waits, or the last chunk went out, whichever is later.
    private var waitsSince = Moment.start
    /// When the last of those that were turned away may ask again.
    private var returnsAt = Moment.start
    private var chunksAgain = 0
    package private(set) var queuedChunks = 0

    package init(configuration: UploadConfiguration) {
        self.configuration = configuration
        fairness = configuration.fairness
    }

    /// Peers that hold a slot.
    package var servedPeers: Int { served.count }

    /// Whether a peer that is not served yet would find a slot.
    package var hasFreeSlot: Bool {
        switch state {
        case .open: served.count < configuration.slots
        case .closed: false
        }
    }

    // MARK: - Who may ask

    package mutating func peerJoined(_ peer: PeerID) {
        guard number(of: peer) == nil else { return setWritable(peer, true) }
        let number = unusedNumbers.popLast() ?? members.count
        if number == members.count {
            members.append(Member(peer: peer))
        } else {
            members[number] = Member(peer: peer)
        }
        numbers.insert(number, for: peer.value.prefix64)
    }

    /// Returns how many chunks ended with the peer.
    @discardableResult
    package mutating func peerLeft(_ peer: PeerID) -> Int {
        guard let number = number(of: peer) else { return 0 }
        numbers.remove(number, for: peer.value.prefix64)
        let chunks = members[number].chunks
        runs.removeAll(from: &members[number].runs) { _ in }
        removed(chunks, of: number)
        unusedNumbers.append(number)
        return chunks
    }

    /// Refuses all that is queued and whatever is asked for, until `open`.
    package mutating func close(retryAfter: Duration, refused: inout [Refusal]) {
        state = .closed(retryAfter: retryAfter)
        while let number = served.first { refuse(number, retryAfter, into: &refused) }
    }

    package mutating func open() { state = .open }

    /// The player was handed bytes: what is given to peers is held against them.
    package mutating func delivered(_ bytes: Int, at now: Moment) {
        fairness?.delivered(bytes, at: now)
    }

    // MARK: - Requests

    /// Lets the run in or not; `displaced` gains what another peer loses to it.
    ///
    /// What `isSpare` the peer could ask of somebody nearer: as long as it has time, it comes behind
    /// what cannot be had elsewhere.
    package mutating func requested(
        _ segment: SegmentID, _ run: ChunkRun, by peer: PeerID, deadline: Moment,
        isSpare: Bool = false, stock: UploadStock = .common, at now: Moment,
        displaced: inout [Refusal]
    ) -> Admission {
        precondition(!run.isEmpty, "a request for nothing")
        if case .closed(let retryAfter) = state { return .busy(retryAfter: retryAfter) }
        pace.passTime(at: now)
        if queuedChunks > 0 { pace.waited(since: waitsSince, at: now) }
        guard let number = number(of: peer) else {
            return .busy(retryAfter: configuration.retryAfter)
        }
        let count = Int(run.count)
        let timeLeft = deadline - now
        let old = count - copies.newChunks(in: run, of: segment)
        let pause = fairness?.pause(
            given: (sentChunks + queuedChunks + count) * ChunkGeometry.chunkSize,
            again: (chunksAgain + old) * ChunkGeometry.chunkSize, stock,
            timeLeft: timeLeft, peers: numbers.count)
        if let pause { return .busy(retryAfter: pause) }
        guard members[number].chunks + count <= configuration.chunksPerPeer else {
            return .busy(retryAfter: retryAfter)
        }
        var deadline = deadline
        if isSpare, timeLeft > configuration.nearDeadline {
            deadline = deadline + configuration.spareTime
        }
        // What is overdue already must not pass what has been waiting for as long.
        let due = max(deadline, now)
        if let pause = pauseOfLate(count, due, stock, at: now) { return .busy(retryAfter: pause) }
        let needsSlot = members[number].chunks == 0
        let spreading = spreading(run, of: segment, timeLeft: timeLeft)
        if !hasRoom(for: count, needsSlot: needsSlot, besides: spreading?.slots ?? 0) {
            guard let victim = victim(of: number, deadline, count) else {
                return .busy(retryAfter: retryAfter)
            }
            refuse(victim, retryAfter, into: &displaced)
        }
        if needsSlot { takeTurn(number) }
        if spreading != nil { novelty.letIn(run, of: segment) }
        copies.letIn(run, of: segment)
        chunksAgain += old
        runs.insert(
            UploadRuns.Run(
                segment: segment, chunks: run.chunks,
                deadline: spreading.map { max(due - $0.headStart, now) } ?? due),
            into: &members[number].runs)
        if queuedChunks == 0 { waitsSince = now }
        members[number].chunks += count
        queuedChunks += count
        rank(number)
        return .queued
    }

    /// Returns how many of the chunks were still queued.
    @discardableResult
    package mutating func cancelled(
        _ segment: SegmentID, _ run: ChunkRun, by peer: PeerID
    ) -> Int {
        guard let number = number(of: peer) else { return 0 }
        let count = runs.remove(run.chunks, of: segment, from: &members[number].runs)
        if count > 0 { removed(count, of: number) }
        return count
    }

    /// The segment is gone from the store; returns the runs to answer with absent.
    package mutating func segmentDropped(
        _ segment: SegmentID
    ) -> [(peer: PeerID, run: ChunkRun)] {
        var affected: [(peer: PeerID, run: ChunkRun)] = []
        guard queuedChunks > 0 else { return affected }
        for number in members.indices where !members[number].runs.isEmpty {
            let peer = members[number].peer
            var count = 0
            runs.removeAll(of: segment, from: &members[number].runs) { run in
                affected.append((peer, ChunkRun(run.chunks)))
                count += run.chunks.count
            }
            if count > 0 { removed(count, of: number) }
        }
        return affected
    }

    // MARK: - Sending

    /// Says whether the peer's channel takes more bytes; one that does not is passed over.
    package mutating func setWritable(_ peer: PeerID, _ isWritable: Bool) {
        guard let number = number(of: peer), members[number].isWritable != isWritable else {
            return
        }
        members[number].isWritable = isWritable
        rank(number)
    }

    /// Seconds that a chunk takes to go out while others wait, or nil until it was measured.
    package var secondsPerChunk: Double? { pace.secondsPerChunk }

    /// Whether `next` would give a chunk.
    package var hasNext: Bool { ready.first != nil }

    /// Takes out the chunk to send now, or nil when nobody can be sent anything.
    package mutating func next(at now: Moment) -> Upload? {
        guard let number = ready.first else { return nil }
        pace.waited(since: waitsSince, at: now)
        waitsSince = now
        let run = runs.first(of: members[number].runs)
        runs.removeFirstChunk(of: &members[number].runs)
        members[number].chunks -= 1
        members[number].chunksThisTurn += 1
        queuedChunks -= 1
        sentChunks += 1
        pace.sent(isLast: queuedChunks == 0, at: now)
        if members[number].chunksThisTurn >= configuration.chunksPerTurn { takeTurn(number) }
        rank(number)
        return Upload(
            peer: members[number].peer, segment: run.segment, chunk: run.chunks.lowerBound)
    }

    // Reads what an input will need before it comes: see `Schedule.readAhead`.

    package mutating func readAhead() -> Int {
        numbers.size &+ queuedChunks &+ (ready.first.map { members[$0].chunks } ?? members.count)
    }

    package mutating func readAhead(_ segment: SegmentID, of peer: PeerID) -> Int {
        novelty.readAhead(segment) &+ copies.readAhead(segment)
            &+ (number(of: peer).map { members[$0].chunks } ?? 0)
    }

    @inline(__always)  // A call that cannot change the queue would copy it.
    private func number(of peer: PeerID) -> Int? {
        var probe = numbers.probe(for: peer.value.prefix64)
        while let number = numbers.next(&probe) {
            if members[number].peer == peer { return number }
        }
        return nil
    }

    // MARK: - Slots

    /// About when a slot is free.
    private var retryAfter: Duration {
        pace.time(for: queuedChunks) ?? configuration.retryAfter
    }

    private func hasRoom(for count: Int, needsSlot: Bool, besides more: Int) -> Bool {
        queuedChunks + count <= configuration.chunksInAll
            && (!needsSlot || served.count < configuration.slots + more)
    }

    /// For how long to put off a request that would be served too late, or nil if it is not: what
    /// cannot be brought is better known at once than missed in the end.
    private mutating func pauseOfLate(
        _ count: Int, _ due: Moment, _ stock: UploadStock, at now: Moment
    ) -> Duration? {
        guard let spreading = configuration.spreading, let seconds = pace.secondsPerChunk else {
            return nil
        }
        let allowed = spreading.allowed(due - now, secondsPerChunk: seconds)
        let count = spreading.counts(count, stock, due - now, secondsPerChunk: seconds) ? count : 0
        let most = Duration.clamped(seconds: seconds * Double(queuedChunks + count))
        guard most > allowed else { return nil }
        let horizon = max(due, now + spreading.span)
        let before = members.reduce(0) { $0 + runs.count(of: $1.runs, dueBy: horizon) }
        let time = Duration.clamped(seconds: seconds * Double(before + count))
        guard time > allowed else { return nil }
        guard seconds <= allowed.inSeconds else { return spreading.longestPause }
        // Each comes back when it is its turn, rather than all at once.
        let pause = max(.milliseconds(100), min(time - allowed, spreading.longestPause))
        let turn = min(returnsAt + .clamped(seconds: seconds), now + spreading.longestTurn)
        returnsAt = max(now + pause, turn)
        return returnsAt - now
    }

    /// What treats a request specially because it brings out a chunk that nobody was given yet.
    private func spreading(
        _ run: ChunkRun, of segment: SegmentID, timeLeft: Duration
    ) -> UploadSpreading? {
        guard let spreading = configuration.spreading, timeLeft < spreading.span,
            novelty.newChunks(in: run, of: segment) > 0
        else { return nil }
        return spreading
    }

    /// The peer that has to make room: the one whose need is farthest, if the asker's is clearly
    /// nearer and this one peer's room is enough.
    private func victim(of asker: Int, _ deadline: Moment, _ count: Int) -> Int? {
        guard let victim = served.first, victim != asker else { return nil }
        let need = runs.first(of: members[victim].runs).deadline
        guard deadline + configuration.displacementMargin <= need,
            queuedChunks - members[victim].chunks + count <= configuration.chunksInAll
        else { return nil }
        return victim
    }

    private mutating func refuse(
        _ number: Int, _ retryAfter: Duration, into refused: inout [Refusal]
    ) {
        let peer = members[number].peer
        runs.removeAll(from: &members[number].runs) { run in
            refused.append(
                Refusal(
                    peer: peer, segment: run.segment, run: ChunkRun(run.chunks),
                    retryAfter: retryAfter))
        }
        removed(members[number].chunks, of: number)
    }

    private mutating func removed(_ chunks: Int, of number: Int) {
        members[number].chunks -= chunks
        queuedChunks -= chunks
        if queuedChunks == 0 { pace.stopped() }
        rank(number)
    }

    private mutating func takeTurn(_ number: Int) {
        turns += 1
        members[number].turn = turns
        members[number].chunksThisTurn = 0
    }

    /// Puts the member where its runs and its channel say.
    private mutating func rank(_ number: Int) {
        let member = members[number]
        guard !member.runs.isEmpty else {
            served.remove(number)
            ready.remove(number)
            return
        }
        let deadline = runs.first(of: member.runs).deadline.nanoseconds
        served.rank(number, -deadline)
        if member.isWritable {
            let window = deadline / max(1, configuration.turnWindow.wholeNanoseconds)
            ready.rank(number, UploadTurn(window: window, number: member.turn))
        } else {
            ready.remove(number)
        }
    }
}
