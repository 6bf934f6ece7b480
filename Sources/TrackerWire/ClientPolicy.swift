import Primitives

/// What the tracker asks of its clients.
///
/// | bytes | field |
/// |---|---|
/// | 2 | most peers |
/// | 2 | announce interval |
/// | 1 | flags: 1 peer-to-peer allowed, 2 upload allowed |
/// | 1 | k |
package struct ClientPolicy: Hashable, Sendable {
    /// Channels that a client may have at once.
    package let maxPeers: UInt16
    package let announceIntervalSeconds: UInt16
    /// False turns sharing off at once; playback goes on from the CDN.
    package let p2pAllowed: Bool
    package let uploadAllowed: Bool
    /// Clients that fetch each segment from the CDN, so that their agreement can attest it.
    package let k: UInt8

    package init(
        maxPeers: UInt16, announceIntervalSeconds: UInt16, p2pAllowed: Bool, uploadAllowed: Bool,
        k: UInt8
    ) {
        self.maxPeers = maxPeers
        self.announceIntervalSeconds = announceIntervalSeconds
        self.p2pAllowed = p2pAllowed
        self.uploadAllowed = uploadAllowed
        self.k = k
    }

    init(from reader: inout ByteReader) throws(WireError) {
        maxPeers = try reader.readUInt16()
        announceIntervalSeconds = try reader.readUInt16()
        let flags = try reader.readFlags(known: 0b11)
        p2pAllowed = flags & 1 != 0
        uploadAllowed = flags & 2 != 0
        k = try reader.readUInt8()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(maxPeers)
        writer.write(announceIntervalSeconds)
        writer.write((p2pAllowed ? 1 : 0) | (uploadAllowed ? 2 : 0) as UInt8)
        writer.write(k)
    }
}
