package import Primitives

/// Says that the CDN serves other bytes of a segment than those that are attested.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 32 | segment key |
package struct Dispute: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey

    package init(swarm: SwarmID, key: SegmentKey) {
        self.swarm = swarm
        self.key = key
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(key.value)
    }
}
