package import Primitives

/// A notary's signed word for the root of one segment: the only ground to believe a peer's bytes.
///
/// Decoding checks the form alone. Whoever is to believe it checks the signature over `signedBytes`
/// with the notary key that `keyID` names, and that now is within `notBefore` and `notAfter`.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 32 | swarm |
/// | 32 | segment key |
/// | 4 | length, 1 to 256 MiB |
/// | 1 | chunk log 15 |
/// | 32 | root |
/// | 4 | generation |
/// | 4 | not before |
/// | 4 | not after, not earlier than not before |
/// | 1 | level, 1 to 4 |
/// | 1 | k |
/// | 8 | key id |
/// | 64 | signature over "asr-v1" and the 124 bytes above |
package struct Attestation: Hashable, Sendable {
    package static let encodedSize = 188
    private static let version: UInt8 = 1

    package let swarm: SwarmID
    package let key: SegmentKey
    /// Bytes in the segment.
    package let length: UInt32
    package let root: Root
    /// Counts the attestations of one segment: a later one replaces an earlier one.
    package let generation: UInt32
    /// First second of validity, counted from 1970.
    package let notBefore: UInt32
    /// Last second of validity, counted from 1970.
    package let notAfter: UInt32
    package let level: ProvenanceLevel
    /// Independent fetches that agreed.
    package let k: UInt8
    /// The first eight bytes of the notary's public key, as `Bytes32.prefix64` gives them.
    package let keyID: UInt64
    package private(set) var signature: [UInt8]

    /// Makes an attestation; `sign` is given `signedBytes` and returns 64 bytes.
    package init(
        swarm: SwarmID, key: SegmentKey, length: UInt32, root: Root, generation: UInt32,
        notBefore: UInt32, notAfter: UInt32, level: ProvenanceLevel, k: UInt8, keyID: UInt64,
        sign: ([UInt8]) -> [UInt8]
    ) {
        self.swarm = swarm
        self.key = key
        self.length = length
        self.root = root
        self.generation = generation
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.level = level
        self.k = k
        self.keyID = keyID
        signature = []
        signature = signed(signedBytes, by: sign)
    }

    /// Reads the attestation that fills `bytes`.
    package init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        try self.init(from: &reader)
        try reader.expectEnd()
    }

    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        write(to: &writer)
        return writer.bytes
    }

    /// What the signature is over.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        writer.write("asr-v1".utf8)
        writeFields(to: &writer)
        return writer.bytes
    }

    init(from reader: inout ByteReader) throws(WireError) {
        try reader.expectVersion(Self.version)
        swarm = SwarmID(try reader.readBytes32())
        key = SegmentKey(try reader.readBytes32())
        length = try reader.readUInt32()
        guard ChunkGeometry(length: Int(length)) != nil else { throw .invalidValue }
        guard try reader.readUInt8() == ChunkGeometry.chunkLog else { throw .invalidValue }
        root = Root(try reader.readBytes32())
        generation = try reader.readUInt32()
        notBefore = try reader.readUInt32()
        notAfter = try reader.readUInt32()
        guard notBefore <= notAfter else { throw .invalidValue }
        guard let level = ProvenanceLevel(rawValue: try reader.readUInt8()) else {
            throw .invalidValue
        }
        self.level = level
        k = try reader.readUInt8()
        keyID = try reader.readUInt64()
        signature = try reader.readSignature()
    }

    func write(to writer: inout ByteWriter) {
        writeFields(to: &writer)
        writer.write(signature)
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(swarm.value)
        writer.write(key.value)
        writer.write(length)
        writer.write(UInt8(ChunkGeometry.chunkLog))
        writer.write(root.value)
        writer.write(generation)
        writer.write(notBefore)
        writer.write(notAfter)
        writer.write(level.rawValue)
        writer.write(k)
        writer.write(keyID)
    }
}
