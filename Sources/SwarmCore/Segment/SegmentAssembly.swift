import Primitives

/// Which bytes of one segment have arrived, from peers by chunk and from the origin by offset.
///
/// Pure bookkeeping: the bytes themselves are the caller's.
package struct SegmentAssembly: Sendable {
    /// Bytes in the segment, or nil until somebody says.
    package private(set) var length: Int?
    private var present = RangeSet<Int>()

    package init(length: Int?) {
        self.length = length
    }

    package var isComplete: Bool { length.map { $0 == contiguousPrefix } ?? false }

    /// Bytes present from the start without a gap.
    package var contiguousPrefix: Int {
        guard let first = present.ranges.first, first.lowerBound == 0 else { return 0 }
        return first.upperBound
    }

    /// The end of the bytes that are present from an offset on without a gap; that offset if none is.
    package func contiguousEnd(from offset: Int) -> Int {
        present.ranges.first { $0.contains(offset) }?.upperBound ?? offset
    }

    /// Bytes present in all.
    package var presentCount: Int { present.ranges.reduce(0) { $0 + $1.count } }

    /// The bytes that are still to come, once the length is known.
    package var missingCount: Int? { length.map { $0 - presentCount } }

    /// Fixes the length; false when bytes beyond it, or another length, contradict it.
    package mutating func lengthKnown(_ length: Int) -> Bool {
        guard (present.ranges.last?.upperBound ?? 0) <= length else { return false }
        guard self.length == nil || self.length == length else { return false }
        self.length = length
        return true
    }

    /// Enters a chunk that matched its leaf; returns how many of its bytes were missing.
    package mutating func chunkVerified(_ chunk: Int) -> Int {
        guard let range = bytes(ofChunk: chunk) else { return 0 }
        return insert(range)
    }

    /// Enters bytes of the origin; returns how many of them were missing.
    package mutating func originDelivered(_ range: Range<Int>) -> Int {
        guard let length else { return insert(range) }
        return insert(range.clamped(to: 0..<length))
    }

    package func isPresent(chunk: Int) -> Bool {
        guard let range = bytes(ofChunk: chunk) else { return false }
        return missingCount(in: range) == 0
    }

    /// Chunks of the segment, or 0 while its length is unknown or past what is shared.
    package var chunkCount: Int { geometry?.chunkCount ?? 0 }

    private var geometry: ChunkGeometry? { length.flatMap { ChunkGeometry(length: $0) } }

    private func bytes(ofChunk chunk: Int) -> Range<Int>? {
        guard let geometry, chunk >= 0, chunk < geometry.chunkCount else { return nil }
        return geometry.bytes(ofChunk: chunk)
    }

    /// The bytes of `range` that are there already, in order.
    package func present(in range: Range<Int>) -> [Range<Int>] {
        present.intersection(RangeSet(range)).ranges.map(\.self)
    }

    /// The bytes of `range` that are still to come, in order.
    package func missing(in range: Range<Int>) -> [Range<Int>] {
        RangeSet(range).subtracting(present).ranges.map(\.self)
    }

    private func missingCount(in range: Range<Int>) -> Int {
        present.ranges.reduce(range.count) { $0 - $1.clamped(to: range).count }
    }

    private mutating func insert(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let missing = missingCount(in: range)
        if missing > 0 { present.insert(contentsOf: range) }
        return missing
    }
}
