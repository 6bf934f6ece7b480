package import Primitives

/// The sender has these chunks but no capacity; an empty run answers a request for leaves.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 6 | run |
/// | 4 | pause |
package struct Busy: Hashable, Sendable {
    package let segment: SegmentID
    package let run: ChunkRun
    /// Milliseconds before it makes sense to ask again.
    package let retryAfterMs: UInt32

    package init(segment: SegmentID, run: ChunkRun, retryAfterMs: UInt32) {
        self.segment = segment
        self.run = run
        self.retryAfterMs = retryAfterMs
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        run = try ChunkRun(from: &reader)
        retryAfterMs = try reader.readUInt32()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        run.write(to: &writer)
        writer.write(retryAfterMs)
    }
}
