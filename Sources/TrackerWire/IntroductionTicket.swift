package import Primitives

/// The tracker's signed word that one peer may open one channel to another.
///
/// Decoding checks the form alone. The responder checks the signature over `signedBytes` with the
/// operator's key, both static keys and the swarm against the channel, the time, and that it has not
/// seen the nonce before. The tracker sets `notAfter` at most 120 s ahead.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 32 | swarm |
/// | 32 | initiator |
/// | 32 | responder |
/// | 4 | not after |
/// | 16 | nonce |
/// | 64 | signature over "tkt-v1" and the 117 bytes above |
package struct IntroductionTicket: Hashable, Sendable {
    package static let encodedSize = 181
    package static let nonceSize = 16
    /// Seconds that a ticket is good for at most.
    package static let longestValidity: UInt32 = 120
    private static let version: UInt8 = 1

    package let swarm: SwarmID
    package let initiator: PeerID
    package let responder: PeerID
    /// Last second of validity, counted from 1970.
    package let notAfter: UInt32
    /// Names the ticket, which opens one channel only.
    package let nonce: [UInt8]
    package private(set) var signature: [UInt8]

    /// Makes a ticket; `sign` is given `signedBytes` and returns 64 bytes.
    package init(
        swarm: SwarmID, initiator: PeerID, responder: PeerID, notAfter: UInt32, nonce: [UInt8],
        sign: ([UInt8]) -> [UInt8]
    ) {
        precondition(nonce.count == Self.nonceSize, "a nonce of \(nonce.count) bytes")
        self.swarm = swarm
        self.initiator = initiator
        self.responder = responder
        self.notAfter = notAfter
        self.nonce = nonce
        signature = []
        signature = signed(signedBytes, by: sign)
    }

    /// Reads the ticket that fills `bytes`.
    package init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        try reader.expectVersion(Self.version)
        swarm = SwarmID(try reader.readBytes32())
        initiator = PeerID(try reader.readBytes32())
        responder = PeerID(try reader.readBytes32())
        notAfter = try reader.readUInt32()
        nonce = try reader.readBytes(Self.nonceSize)
        signature = try reader.readSignature()
        try reader.expectEnd()
    }

    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        writeFields(to: &writer)
        writer.write(signature)
        return writer.bytes
    }

    /// What the signature is over.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        writer.write("tkt-v1".utf8)
        writeFields(to: &writer)
        return writer.bytes
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(swarm.value)
        writer.write(initiator.value)
        writer.write(responder.value)
        writer.write(notAfter)
        writer.write(nonce)
    }
}
