package import Primitives

/// A segment that the sender is still receiving, and the chunks of it that can be asked for.
///
/// Before any can be it says that the origin is being asked, so that others need not: by the sender
/// where the total is 0, as the length is not known yet; by somebody of whom it has heard where the total
/// is 1 and no bit is set.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 4 | total chunks, at most 8192 |
/// | 8 | verified chunks: a bit for each of at most 64 groups, the first the lowest |
package struct InFlight: Hashable, Sendable {
    package let segment: SegmentID
    /// Chunks whose leaves the sender has verified.
    package let chunks: ChunkMask

    package init(segment: SegmentID, chunks: ChunkMask) {
        self.segment = segment
        self.chunks = chunks
    }

    /// The sender has asked the origin for the segment.
    package init(fetching segment: SegmentID) {
        self.init(segment: segment, chunks: ChunkMask(chunkCount: 0))
    }

    /// The sender has heard that the origin was asked for the segment.
    package init(rumourOf segment: SegmentID) {
        self.init(segment: segment, chunks: .rumour)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        let total = try reader.readUInt32()
        guard total <= ChunkGeometry.largestChunkCount else { throw .tooLarge }
        guard let chunks = ChunkMask(chunkCount: Int(total), bits: try reader.readUInt64()) else {
            throw .invalidValue
        }
        self.chunks = chunks
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        writer.write(UInt32(chunks.chunkCount))
        writer.write(chunks.bits)
    }
}
