package import Primitives

/// Asks for chunks; ends with their data, `absent`, `busy`, a `cancel`, or the channel.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 6 | run, not empty |
/// | 4 | deadline |
package struct ChunkRequest: Hashable, Sendable {
    package let segment: SegmentID
    package let run: ChunkRun
    /// Milliseconds from now until the requester turns elsewhere: a hint to serve it in order.
    package let deadlineMs: UInt32

    package init(segment: SegmentID, run: ChunkRun, deadlineMs: UInt32) {
        self.segment = segment
        self.run = run
        self.deadlineMs = deadlineMs
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        run = try ChunkRun(nonEmptyFrom: &reader)
        deadlineMs = try reader.readUInt32()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        run.write(to: &writer)
        writer.write(deadlineMs)
    }
}
