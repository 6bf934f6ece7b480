import Primitives

/// What the tracker asks of its clients.
///
/// | bytes | field |
/// |---|---|
/// | 2 | most peers |
/// | 2 | announce interval |
/// | 1 | flags: 1 peer-to-peer allowed, 2 upload allowed, 4 upload allowed when metered, 8 grants required |
/// | 1 | k |
/// | 4 | minimum audience |
/// | 8 | upload cap, 0 for none |
/// | 2 | audits in a thousand segments, at most 1000 |
package struct ClientPolicy: Hashable, Sendable {
    /// Channels that a client may have at once.
    package var maxPeers: UInt16
    package var announceIntervalSeconds: UInt16
    /// False turns sharing off at once; playback goes on from the CDN.
    package var p2pAllowed = true
    package var uploadAllowed = true
    /// Whether the app may have media uploaded over a network that is paid by the byte.
    package var uploadsWhenMetered = true
    /// Whether each swarm takes a grant.
    package var grantsRequired = false
    /// Clients that fetch each segment from the CDN, so that their agreement can attest it.
    package var k: UInt8
    /// Members a swarm must have for any of them to be introduced.
    package var minimumAudience: UInt32 = 1
    /// What a client may upload, all its sessions together; nil leaves it to the app.
    package var uploadBytesPerSecond: UInt64?
    /// Of a thousand segments that peers delivered, those that are fetched from the CDN once more.
    package var auditsPerThousand: UInt16 = 0

    package init(maxPeers: UInt16, announceIntervalSeconds: UInt16, k: UInt8) {
        self.maxPeers = maxPeers
        self.announceIntervalSeconds = announceIntervalSeconds
        self.k = k
    }

    init(from reader: inout ByteReader) throws(WireError) {
        maxPeers = try reader.readUInt16()
        announceIntervalSeconds = try reader.readUInt16()
        let flags = try reader.readFlags(known: 0b1111)
        p2pAllowed = flags & 1 != 0
        uploadAllowed = flags & 2 != 0
        uploadsWhenMetered = flags & 4 != 0
        grantsRequired = flags & 8 != 0
        k = try reader.readUInt8()
        minimumAudience = try reader.readUInt32()
        let cap = try reader.readUInt64()
        uploadBytesPerSecond = cap == 0 ? nil : cap
        auditsPerThousand = try reader.readUInt16()
        guard auditsPerThousand <= 1000 else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(maxPeers)
        writer.write(announceIntervalSeconds)
        var flags: UInt8 = p2pAllowed ? 1 : 0
        flags |= uploadAllowed ? 2 : 0
        flags |= uploadsWhenMetered ? 4 : 0
        flags |= grantsRequired ? 8 : 0
        writer.write(flags)
        writer.write(k)
        writer.write(minimumAudience)
        writer.write(uploadBytesPerSecond ?? 0)
        writer.write(min(auditsPerThousand, 1000))
    }
}
