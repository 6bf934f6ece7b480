package import Primitives

/// Accuses a peer of having sent bytes of a segment that did not verify: a vote, not a proof.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 32 | segment key |
/// | 32 | accused peer |
package struct Complaint: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey
    package let accused: PeerID

    package init(swarm: SwarmID, key: SegmentKey, accused: PeerID) {
        self.swarm = swarm
        self.key = key
        self.accused = accused
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
        accused = PeerID(try reader.readBytes32())
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(key.value)
        writer.write(accused.value)
    }
}
