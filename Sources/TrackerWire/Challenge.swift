package import Primitives

/// Asks a reporter to show that it has a segment's bytes, and not only the root that another has told it.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 32 | segment key |
/// | 32 | nonce |
package struct Challenge: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey
    /// The same for all who report the segment, so that their answers compare; nobody knows it before.
    package let nonce: Bytes32

    package init(swarm: SwarmID, key: SegmentKey, nonce: Bytes32) {
        self.swarm = swarm
        self.key = key
        self.nonce = nonce
    }

    /// The two chunks that it is about, which may be one, of a segment with so many.
    package func chunks(of count: Int) -> [Int] {
        precondition(count > 0, "a segment has a chunk")
        return [nonce.words.0, nonce.words.1].map { Int($0 % UInt64(count)) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
        nonce = try reader.readBytes32()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(key.value)
        writer.write(nonce)
    }
}
