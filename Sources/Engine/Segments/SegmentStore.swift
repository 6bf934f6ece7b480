package import EventLoop
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
    }

    private nonisolated let loop: UVEventLoop
    private var entries: [SegmentID: SegmentEntry] = [:]
    private let eviction: EvictionPolicy
    private var readers: [Token: Reader] = [:]
    private var nextToken = 0

    /// Bytes that all segments together should not exceed; what is in use may.
    package init(budget: Int, on loop: UVEventLoop) {
        self.loop = loop
        eviction = EvictionPolicy(budget: budget)
    }

    // MARK: - Readers

    /// Opens a segment; `onChange` is called on the loop whenever its status may have changed.
    package func open(_ segment: SegmentID, onChange: @escaping @Sendable () -> Void)
        -> SegmentReader
    {
        let token = Token(number: nextToken)
        nextToken += 1
        readers[token] = Reader(segment: segment, onChange: onChange)
        return SegmentReader(store: self, token: token, segment: segment)
    }

    func close(_ token: Token) { readers[token] = nil }

    func isRead(_ segment: SegmentID) -> Bool { readers.values.contains { $0.segment == segment } }

    package func status(of segment: SegmentID) -> SegmentStatus {
        entries[segment]?.status ?? SegmentStatus(length: nil, available: 0, end: nil)
    }

    func read(
        _ segment: SegmentID, at offset: Int, into target: BorrowedBuffer
    ) -> Int {
        entries[segment]?.read(at: offset, into: target) ?? 0
    }

    // MARK: - Origin

    /// The origin told the length; false when that contradicts what is already there.
    func lengthKnown(_ length: Int, of segment: SegmentID) -> Bool {
        let agrees = entries[segment, default: SegmentEntry(length: length)].lengthKnown(length)
        changed(segment)
        return agrees
    }

    /// Enters bytes of the origin; returns how many were missing, or nil when they contradict the proof.
    func originWrote(_ bytes: BorrowedBytes, at offset: Int, of segment: SegmentID) -> Int? {
        let missing = entries[segment, default: SegmentEntry(length: nil)]
            .originWrote(bytes, at: offset)
        changed(segment)
        return missing
    }

    func fail(_ segment: SegmentID, _ failure: SegmentFailure) {
        entries[segment, default: SegmentEntry(length: nil)].fail(failure)
        changed(segment)
    }

    /// Makes a failed segment one that is being asked for again.
    func retry(_ segment: SegmentID) { entries[segment]?.retry() }

    /// Forgets bytes and proof of a segment that the origin contradicted.
    func restart(_ segment: SegmentID) {
        var entry = SegmentEntry(length: nil)
        entry.quarantine()
        entries[segment] = entry
    }

    func isQuarantined(_ segment: SegmentID) -> Bool { entries[segment]?.isQuarantined ?? false }

    // MARK: - Room

    /// Removes what the budget has no room for, and returns it; a segment that is read or still
    /// arriving stays.
    func evict(playhead: Duration, start: (SegmentID) -> Duration?) -> [SegmentID] {
        let read = Set(readers.values.map(\.segment))
        let candidates = entries.map { segment, entry in
            let isIdle = entry.isComplete && !read.contains(segment)
            return EvictionPolicy.Candidate(
                segment: segment, bytes: entry.size, start: start(segment) ?? .zero,
                use: isIdle ? .idle : .inUse)
        }
        let victims = eviction.victims(among: candidates, playheads: [playhead])
        for victim in victims { entries[victim] = nil }
        return victims
    }

    /// Forgets a segment that cannot be asked for any more, unless somebody reads it to the end.
    func remove(_ segment: SegmentID) {
        if !isRead(segment) { entries[segment] = nil }
    }

    /// A copy of all bytes of a complete segment.
    func wholeCopy(of segment: SegmentID) -> [UInt8]? { entries[segment]?.wholeCopy }

    // MARK: - Peers

    /// Attaches a proof; false when what is there contradicts it.
    func prove(_ segment: SegmentID, _ proof: SegmentProof) -> Bool {
        let agrees = entries[segment, default: SegmentEntry(length: proof.geometry.length)].prove(
            proof)
        changed(segment)
        return agrees
    }

    func proof(of segment: SegmentID) -> SegmentProof? { entries[segment]?.proof }

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

    /// Segments that are complete and proven: what peers are told of.
    var offered: [SegmentID] {
        entries.filter { $0.value.isComplete && $0.value.proof != nil }.keys.sorted()
    }

    func isOffered(_ segment: SegmentID) -> Bool {
        guard let entry = entries[segment] else { return false }
        return entry.isComplete && entry.proof != nil
    }

    /// Chunks that may be passed on while the segment still arrives, from the first on, and all.
    func arrival(of segment: SegmentID) -> (matched: Int, total: Int)? {
        guard let entry = entries[segment], let proof = entry.proof else { return nil }
        return (entry.matchedPrefix, proof.geometry.chunkCount)
    }

    /// The length of a segment whose every byte is there.
    func completeLength(of segment: SegmentID) -> Int? {
        guard let entry = entries[segment], entry.isComplete else { return nil }
        return entry.length
    }

    private func changed(_ segment: SegmentID) {
        for reader in readers.values where reader.segment == segment { reader.onChange() }
    }
}
