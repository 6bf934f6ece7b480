package import Primitives

/// Asks for the leaf list of a segment, with its attestation.
///
/// Answered by all pages of `leaves` in order, or by `absent` or `busy` with an empty run.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 1 | flags: 1 root follows |
/// | 32 | root, if flagged |
package struct LeavesRequest: Hashable, Sendable {
    package let segment: SegmentID
    /// The root that the leaves must have; nil asks for whatever the peer holds.
    package let root: Root?

    package init(segment: SegmentID, root: Root?) {
        self.segment = segment
        self.root = root
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        let flags = try reader.readFlags(known: 1)
        root = flags & 1 != 0 ? Root(try reader.readBytes32()) : nil
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        writer.write((root == nil ? 0 : 1) as UInt8)
        if let root { writer.write(root.value) }
    }
}
