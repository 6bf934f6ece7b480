package import Primitives

/// What the client moved in a swarm since its last report.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 8 | bytes from peers |
/// | 8 | bytes from the CDN |
/// | 8 | bytes sent to peers |
package struct Statistics: Hashable, Sendable {
    package let swarm: SwarmID
    package let peerBytes: UInt64
    package let cdnBytes: UInt64
    package let uploadedBytes: UInt64

    package init(swarm: SwarmID, peerBytes: UInt64, cdnBytes: UInt64, uploadedBytes: UInt64) {
        self.swarm = swarm
        self.peerBytes = peerBytes
        self.cdnBytes = cdnBytes
        self.uploadedBytes = uploadedBytes
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        peerBytes = try reader.readUInt64()
        cdnBytes = try reader.readUInt64()
        uploadedBytes = try reader.readUInt64()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(peerBytes)
        writer.write(cdnBytes)
        writer.write(uploadedBytes)
    }
}
