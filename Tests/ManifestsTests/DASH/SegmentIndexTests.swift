import Primitives
import TestSupport
import Testing

@testable import Manifests

@Suite struct SegmentIndexTests {
    /// A `sidx` box of references: length, duration, whether to another index.
    private static func box(
        _ references: [(length: UInt32, duration: UInt32, isIndex: Bool)], version: UInt8 = 0,
        firstOffset: UInt32 = 0, timescale: UInt32 = 10
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.write(UInt32(version) << 24)
        writer.write(UInt32(1))
        writer.write(timescale)
        if version == 0 {
            writer.write(UInt32(0))
            writer.write(firstOffset)
        } else {
            writer.write(UInt64(0))
            writer.write(UInt64(firstOffset))
        }
        writer.write(UInt16(0))
        writer.write(UInt16(references.count))
        for reference in references {
            writer.write(reference.length | (reference.isIndex ? 1 << 31 : 0))
            writer.write(reference.duration)
            writer.write(UInt32(0x9000_0000))
        }
        var box = ByteWriter(capacity: 64)
        box.write(UInt32(writer.bytes.count + 8))
        box.write(Array("sidx".utf8))
        return box.bytes + writer.bytes
    }

    @Test(arguments: [UInt8(0), 1])
    func `references follow each other in bytes and in time`(_ version: UInt8) throws {
        let head = [UInt8](repeating: 0, count: 50)
        let sidx = Self.box([(100, 20, false), (50, 15, false)], version: version, firstOffset: 7)
        let index = try #require(SegmentIndex(head + sidx, at: 50))
        let start = 50 + sidx.count + 7
        #expect(index.entries.map(\.range.offset) == [start, start + 100])
        #expect(index.entries.map(\.range.length) == [100, 50])
        #expect(index.entries.map(\.start) == [.zero, .seconds(2)])
        #expect(index.entries.map(\.duration) == [.seconds(2), .milliseconds(1_500)])
        #expect(!index.isPartial)
        let segments = index.segments(from: .seconds(60))
        #expect(segments.map(\.number) == [0, 1])
        #expect(segments.map(\.start) == [.seconds(60), .seconds(62)])
    }

    @Test func `an index of indices is read as far as it is at hand`() throws {
        let inner = Self.box([(100, 20, false), (100, 20, false)])
        let count = UInt32(inner.count)
        let outer = Self.box([(count, 40, true), (count, 40, true)], firstOffset: 0)
        // The media of an inner index follow it; so its reference has to cover both.
        let both = Self.box([(count + 200, 40, true), (count + 200, 40, true)])
        let file = both + inner + [UInt8](repeating: 0, count: 200) + inner
        let index = try #require(SegmentIndex(file, at: 0))
        #expect(index.entries.count == 4 && !index.isPartial)
        #expect(index.entries.map(\.start) == [.zero, .seconds(2), .seconds(4), .seconds(6)])
        let half = try #require(SegmentIndex(Array(file.prefix(both.count + inner.count)), at: 0))
        #expect(half.entries.count == 2 && half.isPartial)
        // Indices one after the other would have their media overlap.
        #expect(SegmentIndex(outer + inner + inner, at: 0) == nil)
    }

    @Test func `an index that goes back in time makes no sense`() {
        // The inner one begins its last segment after the outer one's next.
        let inner = Self.box([(100, 20, false), (100, 20, false)])
        let outer = Self.box([(UInt32(inner.count) + 200, 10, true), (50, 10, false)])
        #expect(SegmentIndex(outer + inner, at: 0) == nil)
    }

    @Test func `indices that lead to each other for ever end`() {
        // Nothing is skipped by a reference without length: each leads to the same box again.
        let again = Self.box(Array(repeating: (UInt32(0), UInt32(1), true), count: 60_000))
        #expect(SegmentIndex(again + again + again, at: 0) == nil)
    }

    @Test func `anything else is no index`() {
        let good = Self.box([(100, 20, false)])
        #expect(SegmentIndex(good, at: 0) != nil)
        for count in 0..<good.count {
            #expect(SegmentIndex(Array(good.prefix(count)), at: 0) == nil)
        }
        #expect(SegmentIndex(good, at: 1) == nil)
        #expect(SegmentIndex(good, at: good.count) == nil)
        #expect(SegmentIndex(good, at: -1) == nil)
        #expect(SegmentIndex(Self.box([(100, 20, false)], timescale: 0), at: 0) == nil)
        #expect(SegmentIndex(Self.box([]), at: 0) == nil)
    }

    @Test func `random bytes trap nowhere`() {
        var random = SeededRandom(seed: testSeed)
        let good = Self.box([(100, 20, false), (40, 1, true), (9, 9, false)])
        for _ in 0..<20_000 {
            var bytes = good + good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = SegmentIndex(bytes, at: Int.random(in: 0..<bytes.count, using: &random))
        }
    }
}
