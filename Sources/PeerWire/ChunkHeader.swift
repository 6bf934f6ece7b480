package import Primitives

/// The head of a data record; the rest of the record is the chunk.
///
/// | bytes | field |
/// |---|---|
/// | 1 | message type 9 |
/// | 16 | segment |
/// | 4 | index of the chunk, below 8192 |
package struct ChunkHeader: Hashable, Sendable {
    /// Where the chunk begins in its record.
    package static let encodedSize = 21

    package let segment: SegmentID
    package let chunk: UInt32

    package init(segment: SegmentID, chunk: UInt32) {
        self.segment = segment
        self.chunk = chunk
    }

    /// The bytes that go before the chunk's.
    package func encode() -> [UInt8] { PeerMessage.data(self).encode() }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        chunk = try reader.readUInt32()
        guard chunk < ChunkGeometry.largestChunkCount else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        writer.write(chunk)
    }
}
