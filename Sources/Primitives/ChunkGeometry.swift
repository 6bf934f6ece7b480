/// How a segment of a given length is cut into chunks.
///
/// A chunk is 32 KiB: one request, one record on the wire, one leaf of the hash tree.
package struct ChunkGeometry: Hashable, Sendable {
    package static let chunkSize = 1 << chunkLog
    package static let chunkLog = 15
    /// A longer segment is not shared: nobody's segment is, and the bound caps what a leaf list may hold.
    package static let longestSegment = 256 << 20
    /// Chunks, and leaves, of the longest segment.
    package static let largestChunkCount = longestSegment >> chunkLog

    /// Bytes in the segment.
    package let length: Int

    /// Nil for an empty segment, which cannot be shared, and for one past `longestSegment`.
    package init?(length: Int) {
        guard length > 0, length <= Self.longestSegment else { return nil }
        self.length = length
    }

    package var chunkCount: Int { (length + Self.chunkSize - 1) >> Self.chunkLog }

    /// The bytes of chunk `index`, which must be below `chunkCount`.
    package func bytes(ofChunk index: Int) -> Range<Int> {
        precondition(index >= 0 && index < chunkCount, "chunk \(index) of \(chunkCount)")
        let start = index << Self.chunkLog
        return start..<min(start + Self.chunkSize, length)
    }
}
