package import Primitives

/// The tracker's answer to an announce: peers of the swarm that the client may dial.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 1 | count, at most 8 |
/// | each | `Introduction` |
package struct Introductions: Hashable, Sendable {
    package static let mostPeers = 8

    package let swarm: SwarmID
    package let peers: [Introduction]

    package init(swarm: SwarmID, peers: [Introduction]) {
        precondition(peers.count <= Self.mostPeers, "\(peers.count) introductions")
        self.swarm = swarm
        self.peers = peers
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        var peers: [Introduction] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostPeers)) {
            peers.append(try Introduction(from: &reader))
        }
        self.peers = peers
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(UInt8(peers.count))
        for peer in peers { peer.write(to: &writer) }
    }
}
