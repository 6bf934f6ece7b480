package import Primitives

/// A segment that the sender is still receiving and whose leaves it has verified.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 4 | verified chunks, at most the total |
/// | 4 | total chunks, 1 to 8192 |
package struct InFlight: Hashable, Sendable {
    package let segment: SegmentID
    /// Chunks from the first on that can be asked for.
    package let verifiedChunks: UInt32
    package let totalChunks: UInt32

    package init(segment: SegmentID, verifiedChunks: UInt32, totalChunks: UInt32) {
        self.segment = segment
        self.verifiedChunks = verifiedChunks
        self.totalChunks = totalChunks
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        verifiedChunks = try reader.readUInt32()
        totalChunks = try reader.readUInt32()
        guard totalChunks >= 1, verifiedChunks <= totalChunks else { throw .invalidValue }
        guard totalChunks <= ChunkGeometry.largestChunkCount else { throw .tooLarge }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        writer.write(verifiedChunks)
        writer.write(totalChunks)
    }
}
