package import Primitives

/// One peer that the receiver may dial, and the ticket that makes the peer accept.
///
/// | bytes | field |
/// |---|---|
/// | 32 | peer |
/// | 7 or 19 | address: family 4 or 6, address, port |
/// | 4 | epoch of the secret to dial with |
/// | 1 | flags: 1 edge |
/// | 4 | playhead |
/// | 1 + n | ticket: length, bytes |
package struct Introduction: Hashable, Sendable {
    package static let longestTicket = 255

    package let peer: PeerID
    package let address: SocketAddress
    package let epoch: Epoch
    package let isEdge: Bool
    /// Where the peer played when it last announced, in seconds of media time.
    package let playheadSeconds: UInt32
    /// An encoded `IntroductionTicket`, which the dialler only carries.
    package let ticket: [UInt8]

    package init(
        peer: PeerID, address: SocketAddress, epoch: Epoch, isEdge: Bool, playheadSeconds: UInt32,
        ticket: [UInt8]
    ) {
        precondition(ticket.count <= Self.longestTicket, "\(ticket.count) bytes of ticket")
        self.peer = peer
        self.address = address
        self.epoch = epoch
        self.isEdge = isEdge
        self.playheadSeconds = playheadSeconds
        self.ticket = ticket
    }

    init(from reader: inout ByteReader) throws(WireError) {
        peer = PeerID(try reader.readBytes32())
        address = try reader.readAddress()
        epoch = Epoch(try reader.readUInt32())
        isEdge = try reader.readFlags(known: 1) != 0
        playheadSeconds = try reader.readUInt32()
        ticket = try reader.readBytes(try reader.readCount(atMost: Self.longestTicket))
    }

    func write(to writer: inout ByteWriter) {
        writer.write(peer.value)
        writer.write(address)
        writer.write(epoch.number)
        writer.write((isEdge ? 1 : 0) as UInt8)
        writer.write(playheadSeconds)
        writer.write(UInt8(ticket.count))
        writer.write(ticket)
    }
}
