package import Primitives

/// What a reporter makes of the bytes that it was asked for.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 32 | segment key |
/// | 32 | BLAKE2b-256 of both chunks, one behind the other, under the nonce as key |
package struct ChallengeAnswer: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey
    package let digest: Bytes32

    package init(swarm: SwarmID, key: SegmentKey, digest: Bytes32) {
        self.swarm = swarm
        self.key = key
        self.digest = digest
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
        digest = try reader.readBytes32()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(key.value)
        writer.write(digest)
    }
}
