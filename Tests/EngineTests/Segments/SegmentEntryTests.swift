import EventLoop
import Primitives
import Testing

@testable import Engine

@Suite struct SegmentEntryTests {
    private static let chunkSize = ChunkGeometry.chunkSize
    /// Three whole chunks and a short one.
    private let truth: TestSegment

    init() throws {
        truth = try TestSegment(length: 3 * Self.chunkSize + 1_000, seed: 1)
    }

    private func proven() -> SegmentEntry {
        var entry = SegmentEntry(length: truth.length)
        #expect(entry.prove(truth.proof) == true)
        return entry
    }

    @Test func `chunks of peers and bytes of the origin make one segment`() {
        var entry = proven()
        #expect(entry.accept(truth.chunk(3), chunk: 3) == .verified(missing: 1_000))
        #expect(entry.readable().isEmpty)
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .verified(missing: Self.chunkSize))
        #expect(entry.readable() == truth.chunk(0))
        let rest = truth.bytes[Self.chunkSize..<3 * Self.chunkSize]
        #expect(entry.originWrote(rest, at: Self.chunkSize) == rest.count)
        #expect(entry.isComplete)
        #expect(entry.readable() == truth.bytes)
        #expect(entry.wholeCopy == truth.bytes)
        #expect(entry.matchedCount == 4)
    }

    @Test func `no byte of a peer counts before there is a proof`() {
        var entry = SegmentEntry(length: truth.length)
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .unexpected)
        #expect(entry.readable().isEmpty)
        #expect(entry.shareable(0) == nil)
    }

    @Test func `a chunk past the last is unexpected`() {
        var entry = proven()
        #expect(entry.accept(truth.chunk(0), chunk: 4) == .unexpected)
    }

    enum Lie: CaseIterable {
        case flippedBit
        case lastByteMissing
        case oneByteMore
        case empty
        case otherChunk
    }

    @Test(arguments: Lie.allCases)
    func `a lie is wrong, and leaves no byte behind`(_ lie: Lie) {
        var entry = proven()
        var chunk = truth.chunk(1)
        switch lie {
        case .flippedBit: chunk[17] ^= 4
        case .lastByteMissing: chunk.removeLast()
        case .oneByteMore: chunk.append(0)
        case .empty: chunk = []
        case .otherChunk: chunk = truth.chunk(2)
        }
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .verified(missing: Self.chunkSize))
        #expect(entry.accept(chunk, chunk: 1) == .wrong)
        #expect(entry.readable() == truth.chunk(0))
        #expect(entry.shareable(1) == nil)
        #expect(entry.accept(truth.chunk(1), chunk: 1) == .verified(missing: Self.chunkSize))
    }

    @Test(arguments: 0..<4) func `every single bit of a chunk counts`(_ chunk: Int) {
        var entry = proven()
        for bit in stride(from: chunk, to: truth.chunk(chunk).count * 8, by: 7_919) {
            var bytes = truth.chunk(chunk)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(entry.accept(bytes, chunk: chunk) == .wrong)
        }
    }

    @Test func `a second copy is a duplicate, whatever it says`() {
        var entry = proven()
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .verified(missing: Self.chunkSize))
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .duplicate)
        #expect(entry.readable() == truth.chunk(0))
    }

    @Test func `a peer's chunk counts for what the origin had not brought`() {
        var entry = proven()
        #expect(entry.originWrote(truth.bytes.prefix(100), at: 0) == 100)
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .verified(missing: Self.chunkSize - 100))
    }

    @Test func `chunks that the origin brought are shared once they are proven`() {
        var entry = SegmentEntry(length: nil)
        #expect(entry.originWrote(truth.bytes.prefix(2 * Self.chunkSize), at: 0) != nil)
        #expect(entry.shareable(0) == nil)
        #expect(entry.prove(truth.proof) == true)
        #expect(entry.shareable(0) == truth.chunk(0))
        #expect(entry.shareable(1) == truth.chunk(1))
        #expect(entry.shareable(2) == nil)
        #expect(entry.matchedCount == 2)
    }

    @Test func `a proof that what is there contradicts is refused`() throws {
        var entry = SegmentEntry(length: nil)
        #expect(entry.originWrote(truth.bytes, at: 0) == truth.length)
        let other = try TestSegment(length: truth.length, seed: 2)
        #expect(entry.prove(other.proof) == false)
    }

    @Test func `a proof of another length is refused`() throws {
        var entry = SegmentEntry(length: truth.length)
        #expect(entry.prove(try TestSegment(length: truth.length - 1, seed: 1).proof) == false)
        #expect(entry.proof == nil)
    }

    @Test func `the origin contradicts by its first wrong whole chunk`() {
        var entry = proven()
        var bytes = truth.bytes
        bytes[Self.chunkSize + 5] ^= 1
        #expect(entry.originWrote(bytes[..<Self.chunkSize], at: 0) == Self.chunkSize)
        let half = Self.chunkSize + Self.chunkSize / 2
        #expect(entry.originWrote(bytes[Self.chunkSize..<half], at: Self.chunkSize) != nil)
        #expect(entry.originWrote(bytes[half..<2 * Self.chunkSize], at: half) == nil)
    }

    @Test func `the origin contradicts a chunk that a peer had given`() {
        var entry = proven()
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .verified(missing: Self.chunkSize))
        var bytes = truth.chunk(0)
        bytes[9] ^= 1
        #expect(entry.originWrote(bytes, at: 0) == nil)
        #expect(entry.shareable(0) ?? truth.chunk(0) == truth.chunk(0))
    }

    @Test func `the origin contradicts what it said before`() {
        var entry = SegmentEntry(length: truth.length)
        #expect(entry.originWrote(truth.bytes.prefix(100), at: 0) == 100)
        var bytes = Array(truth.bytes.prefix(200))
        bytes[50] ^= 1
        #expect(entry.originWrote(bytes, at: 0) == nil)
    }

    @Test func `the origin may say the same again`() {
        var entry = SegmentEntry(length: truth.length)
        #expect(entry.originWrote(truth.bytes.prefix(100), at: 0) == 100)
        #expect(entry.originWrote(truth.bytes.prefix(300), at: 0) == 200)
    }

    @Test func `a chunk contradicts the half of it that the origin had brought`() {
        var entry = proven()
        var half = Array(truth.bytes.prefix(100))
        half[50] ^= 1
        #expect(entry.originWrote(half, at: 0) == 100)
        #expect(entry.accept(truth.chunk(0), chunk: 0) == .contradicted)
        #expect(entry.readable() == half)
    }

    @Test func `another proof does not make old matches its own`() throws {
        var bytes = truth.bytes
        bytes[3 * Self.chunkSize] ^= 1
        let other = try TestSegment(bytes)
        var entry = proven()
        #expect(entry.accept(truth.chunk(3), chunk: 3) == .verified(missing: 1_000))
        #expect(entry.prove(other.proof) == false)
    }

    @Test func `a quarantined segment takes no proof and gives no chunk`() {
        var entry = proven()
        _ = entry.accept(truth.chunk(0), chunk: 0)
        entry.quarantine()
        #expect(entry.shareable(0) == nil)
        #expect(entry.prove(truth.proof) == false)
        #expect(entry.accept(truth.chunk(1), chunk: 1) == .unexpected)
    }

    @Test func `bytes past the end are dropped, and the length then tells`() {
        var entry = SegmentEntry(length: 10)
        #expect(entry.originWrote([UInt8](repeating: 7, count: 12), at: 0) == 10)
        #expect(entry.readable().count == 10)
        #expect(entry.lengthKnown(12) == false)
    }

    @Test func `a failure is told until the origin is asked again`() {
        var entry = SegmentEntry(length: nil)
        entry.fail(.unreachable)
        guard case .failed(.unreachable)? = entry.status.end else {
            Issue.record("no failure")
            return
        }
        entry.retry()
        #expect(entry.status.end == nil)
    }

    @Test func `a reader gets what fits, from where it asks, and nothing past the prefix`() {
        var entry = proven()
        #expect(entry.originWrote(truth.bytes.prefix(1_000), at: 0) == 1_000)
        #expect(entry.readable(from: 990, room: 4) == Array(truth.bytes[990..<994]))
        #expect(entry.readable(from: 990) == Array(truth.bytes[990..<1_000]))
        #expect(entry.readable(from: 1_000).isEmpty)
        #expect(entry.readable(from: 5_000).isEmpty)
    }
}
