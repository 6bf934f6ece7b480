package import Primitives

/// Peers whose credentials were revoked: channels to them are to be closed at once.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 1 | count of peers, at most 64 |
/// | 32 each | peers |
package struct Expulsion: Hashable, Sendable {
    package static let mostPeers = 64

    package let swarm: SwarmID
    package let peers: [PeerID]

    package init(swarm: SwarmID, peers: [PeerID]) {
        precondition(peers.count <= Self.mostPeers, "\(peers.count) peers expelled at once")
        self.swarm = swarm
        self.peers = peers
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        var peers: [PeerID] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostPeers)) {
            peers.append(PeerID(try reader.readBytes32()))
        }
        self.peers = peers
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(UInt8(peers.count))
        for peer in peers { writer.write(peer.value) }
    }
}
