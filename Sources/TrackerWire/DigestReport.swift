package import Primitives

/// Says what the client got when it fetched a segment from the origin: its vote for a root.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 32 | segment key |
/// | 4 | length, 1 to 256 MiB |
/// | 32 | root |
package struct DigestReport: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey
    /// Bytes in the segment.
    package let length: UInt32
    package let root: Root

    package init(swarm: SwarmID, key: SegmentKey, length: UInt32, root: Root) {
        self.swarm = swarm
        self.key = key
        self.length = length
        self.root = root
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
        length = try reader.readUInt32()
        guard ChunkGeometry(length: Int(length)) != nil else { throw .invalidValue }
        root = Root(try reader.readBytes32())
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(key.value)
        writer.write(length)
        writer.write(root.value)
    }
}
