package import EventLoop
import PeerWire
package import Primitives
import SwarmCore

/// Holds the segments of one content in memory: what the player reads and what peers are given.
package actor SegmentStore {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Names one open reader.
    struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Reader {
        let segment: SegmentID
        let onChange: @Sendable () -> Void
        /// Whether it has promised this version to the player.
        var isCommitted = false
        /// The version that it has read from is gone.
        var isStale = false
    }

    private nonisolated let loop: UVEventLoop
    private nonisolated let memory: MemoryShare
    private var entries: [SegmentID: SegmentEntry] = [:]
    private var readers: [Token: Reader] = [:]
    /// Those of each segment: hundreds of players read others at the same time.
    private var tokens: [SegmentID: Set<Token>] = [:]
    private var nextToken = 0

    /// All segments together should not exceed this store's part of the budget; what is in use may.
    package init(budget: MemoryBudget, on loop: UVEventLoop) {
        self.loop = loop
        memory = MemoryShare(of: budget)
    }

    // MARK: - Readers

    /// Opens a segment; `onChange` is called on the loop whenever its status may have changed.
    package func open(
        _ segment: SegmentID, onChange: @escaping @Sendable () -> Void
    ) -> SegmentReader {
        let token = Token(number: nextToken)
        nextToken += 1
        readers[token] = Reader(segment: segment, onChange: onChange)
        tokens[segment, default: []].insert(token)
        entries[segment]?.retry()
        return SegmentReader(store: self, token: token, segment: segment)
    }

    func close(_ token: Token) {
        guard let segment = readers.removeValue(forKey: token)?.segment else { return }
        tokens[segment]?.remove(token)
        if tokens[segment]?.isEmpty == true { tokens[segment] = nil }
    }

    func commit(_ token: Token) { readers[token]?.isCommitted = true }

    func isRead(_ segment: SegmentID) -> Bool { tokens[segment] != nil }

    func status(of token: Token) -> SegmentStatus {
        guard let reader = readers[token], !reader.isStale else {
            return SegmentStatus(length: nil, available: 0, end: .failed(.contradicted))
        }
        return status(of: reader.segment)
    }

    func status(of segment: SegmentID) -> SegmentStatus {
        entries[segment]?.status ?? SegmentStatus(length: nil, available: 0, end: nil)
    }

    /// Where what there is of the segment came from; nil while there is nothing.
    func source(of segment: SegmentID) -> SegmentSource? {
        guard let entry = entries[segment] else { return nil }
        if entry.isRestored { return .disk }
        if entry.hasPeerBytes { return .peers }
        return entry.status.available > 0 ? .origin : nil
    }

    /// For how long something of the segment has been here.
    func age(of segment: SegmentID) -> Duration {
        entries[segment].map { loop.now - $0.madeAt } ?? .zero
    }

    func isReadable(_ token: Token, at offset: Int) -> Bool {
        guard let reader = readers[token], !reader.isStale else { return false }
        return entries[reader.segment]?.isReadable(at: offset) ?? false
    }

    func read(_ token: Token, at offset: Int, into target: BorrowedBuffer) -> Int {
        guard let reader = readers[token], !reader.isStale else { return 0 }
        return entries[reader.segment]?.read(at: offset, into: target) ?? 0
    }

    // MARK: - Origin

    /// The origin told the length; false when that contradicts what is already there.
    func lengthKnown(_ length: Int, of segment: SegmentID) -> Bool {
        let agrees = entries[segment, default: SegmentEntry(at: loop.now)].lengthKnown(length)
        changed(segment)
        return agrees
    }

    /// Enters bytes of the origin; returns how many were missing, or nil when they contradict the
    /// segment's proof or bytes that are there.
    func originWrote(_ bytes: BorrowedBytes, at offset: Int, of segment: SegmentID) -> Int? {
        let missing = entries[segment, default: SegmentEntry(at: loop.now)].originWrote(
            bytes, at: offset)
        changed(segment)
        return missing
    }

    /// Enters all bytes of a segment, which are known by their root; returns how many were missing, or nil
    /// when they contradict what is there.
    func restore(_ bytes: BorrowedBytes, of segment: SegmentID) -> Int? {
        let missing = entries[segment, default: SegmentEntry(at: loop.now)].restore(bytes)
        changed(segment)
        return missing
    }

    func fail(_ segment: SegmentID, _ failure: SegmentFailure) {
        entries[segment, default: SegmentEntry(at: loop.now)].fail(failure)
        changed(segment)
    }

    /// Ends every reader, and lets go of all that nobody is still reading.
    func close() {
        for segment in tokens.keys { fail(segment, .unreachable) }
        entries = entries.filter { isRead($0.key) }
    }

    /// Makes a failed segment one that is being asked for again.
    func retry(_ segment: SegmentID) { entries[segment]?.retry() }

    /// Forgets the bytes of a segment that the origin contradicted, and never exchanges it again.
    ///
    /// Who has promised them to a player cannot go on; who has not gets the new ones.
    func restart(_ segment: SegmentID) {
        var entry = SegmentEntry(at: loop.now)
        entry.quarantine()
        replace(segment, by: entry)
    }

    /// Keeps a segment's bytes from peers; false if some came from a peer and cannot stay.
    func quarantine(_ segment: SegmentID) -> Bool {
        entries[segment]?.quarantine()
        return !(entries[segment]?.hasPeerBytes ?? false)
    }

    func isQuarantined(_ segment: SegmentID) -> Bool { entries[segment]?.isQuarantined ?? false }

    // MARK: - Room

    /// Bytes that the store can count on, whatever others of the budget need.
    nonisolated var equalShare: Int { memory.equalShare }

    /// Removes what the budget has no room for, and returns it; a segment that is read or wanted
    /// stays.
    func evict(
        playhead: Duration, isWanted: (SegmentID) -> Bool, start: (SegmentID) -> Duration?
    ) -> [SegmentID] {
        let candidates = entries.map { segment, entry in
            EvictionPolicy.Candidate(
                segment: segment, bytes: entry.size, start: start(segment) ?? .zero,
                use: isWanted(segment) || isRead(segment) ? .inUse : .idle)
        }
        let budget = memory.allowance(using: candidates.reduce(0) { $0 + $1.bytes })
        let victims = EvictionPolicy(budget: budget).victims(
            among: candidates, playheads: [playhead])
        for victim in victims { entries[victim] = nil }
        return victims
    }

    /// Forgets a segment whose number now means other bytes.
    func remove(_ segment: SegmentID) { replace(segment, by: nil) }

    /// A copy of all bytes of a complete segment.
    func wholeCopy(of segment: SegmentID) -> [UInt8]? { entries[segment]?.wholeCopy }

    /// All bytes of a complete segment, which stay as they are however the segment fares.
    func held(_ segment: SegmentID) -> HeldBytes? { entries[segment]?.held }

    /// A copy of some of the bytes of a complete segment, which must be of it; nil of any other.
    func copy(of range: Range<Int>, of segment: SegmentID) -> [UInt8]? {
        entries[segment]?.copy(of: range)
    }

    // MARK: - Peers

    /// Attaches a proof; false when what is there contradicts it: then it stays the origin's.
    func prove(_ segment: SegmentID, _ proof: SegmentProof) -> Bool {
        let agrees = entries[segment, default: SegmentEntry(at: loop.now)].prove(proof)
        if !agrees { entries[segment]?.quarantine() }
        changed(segment)
        return agrees
    }

    func proof(of segment: SegmentID) -> SegmentProof? { entries[segment]?.proof }

    /// The proofs of all segments that have one.
    var proofs: [SegmentID: SegmentProof] { entries.compactMapValues(\.proof) }

    /// Verifies a peer's chunk, and only then makes it part of the segment.
    func accept(_ bytes: BorrowedBytes, chunk: Int, of segment: SegmentID) -> ChunkVerdict {
        let verdict = entries[segment]?.accept(bytes, chunk: chunk) ?? .unexpected
        if case .verified = verdict { changed(segment) }
        return verdict
    }

    /// Calls `body` with a chunk that may be passed on, or returns false without one.
    func withChunk(
        _ chunk: Int, of segment: SegmentID, _ body: (BorrowedBytes) -> Void
    ) -> Bool {
        entries[segment]?.withChunk(chunk, body) ?? false
    }

    /// Whether peers may be told that the segment is here: complete and proven.
    func isOffered(_ segment: SegmentID) -> Bool {
        guard let entry = entries[segment] else { return false }
        return entry.isComplete && entry.proof != nil
    }

    /// Chunks that may be passed on while the segment still arrives, and how many they are.
    func arrival(of segment: SegmentID) -> (chunks: ChunkMask, count: Int)? {
        guard let entry = entries[segment], entry.proof != nil else { return nil }
        return (entry.matchedChunks, entry.matchedCount)
    }

    /// What tells a segment whose every byte is there from another that comes in its place.
    func version(of segment: SegmentID) -> SegmentVersion? {
        guard let entry = entries[segment], entry.isComplete else { return nil }
        return SegmentVersion(entry.mark)
    }

    /// The length of a segment whose every byte is there.
    func completeLength(of segment: SegmentID) -> Int? {
        guard let entry = entries[segment], entry.isComplete else { return nil }
        return entry.length
    }

    private func replace(_ segment: SegmentID, by entry: SegmentEntry?) {
        entries[segment] = entry
        for token in tokens[segment] ?? [] where readers[token]?.isCommitted == true {
            readers[token]?.isStale = true
        }
        changed(segment)
    }

    private func changed(_ segment: SegmentID) {
        for token in tokens[segment] ?? [] { readers[token]?.onChange() }
    }
}
