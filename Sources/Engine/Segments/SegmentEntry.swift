import Crypto
import EventLoop
import PeerWire
import Primitives
import SwarmCore

/// One segment as the store holds it: bytes, which of them count, and what proves them.
struct SegmentEntry {
    /// When something of it was here first.
    let madeAt: Moment
    /// What it is told by from another that comes in its place.
    let mark = SegmentVersion.Mark()
    private let memory = SegmentMemory()
    private var assembly = SegmentAssembly(length: nil)
    private(set) var proof: SegmentProof?
    /// Set once the origin contradicted the proof: the segment is not exchanged any more.
    private(set) var isQuarantined = false
    /// Whether any byte came from a peer.
    private(set) var hasPeerBytes = false
    /// Whether its bytes were on the disk.
    private(set) var isRestored = false
    /// Chunks that may be passed on, in groups that are whole.
    private(set) var matchedChunks = ChunkMask(chunkCount: 0)
    private var failure: SegmentFailure?
    /// Chunks whose bytes are known to match their leaf.
    private var matched: Set<Int> = []

    init(at now: Moment) { madeAt = now }

    /// Chunks that may be passed on.
    var matchedCount: Int { matched.count }

    /// Bytes of memory that the segment occupies.
    var size: Int { memory.capacity }
    var isComplete: Bool { assembly.isComplete }
    var length: Int? { assembly.length }

    var status: SegmentStatus {
        let end: SegmentStatus.End? =
            if isComplete { .complete } else { failure.map { .failed($0) } }
        return SegmentStatus(
            length: assembly.length, available: assembly.contiguousPrefix, end: end)
    }

    /// Whether bytes from `offset` on can be read, which none need be before it.
    func isReadable(at offset: Int) -> Bool { assembly.contiguousEnd(from: offset) > offset }

    /// Copies readable bytes from `offset` on; returns how many.
    func read(at offset: Int, into target: BorrowedBuffer) -> Int {
        let end = min(assembly.contiguousEnd(from: offset), offset + target.count)
        guard offset < end else { return 0 }
        return unsafe target.fill(from: memory.bytes(offset..<end))
    }

    /// False when the length contradicts what is already there.
    mutating func lengthKnown(_ length: Int) -> Bool { assembly.lengthKnown(length) }

    mutating func fail(_ failure: SegmentFailure) { self.failure = failure }

    /// Forgets an earlier failure: the segment is asked for again.
    mutating func retry() { failure = nil }

    /// Attaches a proof; false when the bytes present contradict it, or it is too late for one.
    mutating func prove(_ proof: SegmentProof) -> Bool {
        guard !isQuarantined, assembly.lengthKnown(proof.geometry.length) else { return false }
        if self.proof?.root != proof.root {
            matched = []
            matchedChunks = ChunkMask(chunkCount: proof.geometry.chunkCount)
        }
        self.proof = proof
        return checkChunks(in: 0..<proof.geometry.length)
    }

    /// Keeps the bytes, and exchanges them no more.
    mutating func quarantine() {
        isQuarantined = true
        proof = nil
        matched = []
        matchedChunks = ChunkMask(chunkCount: 0)
    }

    /// Enters bytes of the origin; returns how many were missing, or nil on any contradiction.
    ///
    /// What is there already is compared and not replaced: a verified byte stays the one verified,
    /// and a byte that was read stays the one read.
    mutating func originWrote(_ bytes: BorrowedBytes, at offset: Int) -> Int? {
        failure = nil
        let range = offset..<offset + bytes.count
        guard agrees(bytes, in: range) else { return nil }
        for new in assembly.missing(in: range) {
            unsafe memory.write(
                bytes.slice(new, from: offset), at: new.lowerBound, length: assembly.length)
        }
        let missing = assembly.originDelivered(range)
        return checkChunks(in: range) ? missing : nil
    }

    /// Enters all bytes of the segment from the disk; returns how many were missing, or nil on any
    /// contradiction.
    mutating func restore(_ bytes: BorrowedBytes) -> Int? {
        guard !isQuarantined, assembly.lengthKnown(bytes.count) else { return nil }
        // Who had brought them once is not known any more.
        hasPeerBytes = true
        isRestored = true
        return originWrote(bytes, at: 0)
    }

    /// Verifies a peer's chunk against its leaf before any byte of it is copied.
    mutating func accept(_ bytes: BorrowedBytes, chunk: Int) -> ChunkVerdict {
        guard let proof, chunk < proof.geometry.chunkCount else { return .unexpected }
        let range = proof.geometry.bytes(ofChunk: chunk)
        guard bytes.count == range.count else { return .wrong }
        guard !assembly.isPresent(chunk: chunk) else { return .duplicate }
        guard unsafe HashTree.leaf(chunkIndex: chunk, bytes: bytes.pointer) == proof.leaves[chunk]
        else { return .wrong }
        guard agrees(bytes, in: range) else { return .contradicted }
        failure = nil
        hasPeerBytes = true
        unsafe memory.write(bytes.pointer, at: range.lowerBound, length: assembly.length)
        match(chunk)
        return .verified(missing: assembly.chunkVerified(chunk))
    }

    /// Calls `body` with a chunk that may be passed on, or returns false without one.
    func withChunk(_ chunk: Int, _ body: (BorrowedBytes) -> Void) -> Bool {
        guard let proof, matched.contains(chunk) else { return false }
        unsafe body(BorrowedBytes(memory.bytes(proof.geometry.bytes(ofChunk: chunk))))
        return true
    }

    /// A copy of all bytes; nil before the segment is complete.
    var wholeCopy: [UInt8]? { length.flatMap { copy(of: 0..<$0) } }

    /// All bytes, for whoever needs them for longer; nil before the segment is complete.
    var held: HeldBytes? { isComplete ? length.map(memory.hold) : nil }

    /// A copy of some bytes; nil before the segment is complete.
    func copy(of range: Range<Int>) -> [UInt8]? {
        guard isComplete else { return nil }
        return unsafe Array(memory.bytes(range))
    }

    /// Whether bytes for `range` repeat those of it that are there.
    private func agrees(_ bytes: BorrowedBytes, in range: Range<Int>) -> Bool {
        assembly.present(in: range).allSatisfy { known in
            unsafe bytes.slice(known, from: range.lowerBound).elementsEqual(memory.bytes(known))
        }
    }

    private mutating func checkChunks(in range: Range<Int>) -> Bool {
        guard let proof, !range.isEmpty else { return true }
        let first = range.lowerBound >> ChunkGeometry.chunkLog
        let last = min((range.upperBound - 1) >> ChunkGeometry.chunkLog, proof.leaves.count - 1)
        guard first <= last else { return true }
        for chunk in first...last
        where !matched.contains(chunk) && assembly.isPresent(chunk: chunk) {
            let bytes = unsafe memory.bytes(proof.geometry.bytes(ofChunk: chunk))
            guard unsafe HashTree.leaf(chunkIndex: chunk, bytes: bytes) == proof.leaves[chunk]
            else { return false }
            match(chunk)
        }
        return true
    }

    private mutating func match(_ chunk: Int) {
        matched.insert(chunk)
        if matchedChunks.group(of: chunk).allSatisfy(matched.contains) {
            matchedChunks.insertGroup(of: chunk)
        }
    }
}
