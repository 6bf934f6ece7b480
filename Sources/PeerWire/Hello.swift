import Primitives

/// The first message of each side: what it is ready to do, and where it plays.
///
/// | bytes | field |
/// |---|---|
/// | 1 | flags: 1 uploads, 2 edge, 4 progress follows |
/// | 22 | `Progress`, if flagged |
package struct Hello: Hashable, Sendable {
    /// Whether the sender answers requests at all.
    package let uploads: Bool
    /// Whether the sender is an edge node, which does not play.
    package let isEdge: Bool
    /// Nil before playback has a position.
    package let progress: Progress?

    package init(uploads: Bool, isEdge: Bool, progress: Progress?) {
        self.uploads = uploads
        self.isEdge = isEdge
        self.progress = progress
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let flags = try reader.readFlags(known: 0b111)
        uploads = flags & 1 != 0
        isEdge = flags & 2 != 0
        progress = flags & 4 != 0 ? try Progress(from: &reader) : nil
    }

    func write(to writer: inout ByteWriter) {
        writer.write((uploads ? 1 : 0) | (isEdge ? 2 : 0) | (progress == nil ? 0 : 4) as UInt8)
        progress?.write(to: &writer)
    }
}
