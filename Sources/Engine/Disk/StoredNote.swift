import Crypto
import PeerWire
import Primitives

/// What is written down beside the bytes of a stored segment: by which root they are known, and who
/// vouches for it.
///
/// A seal over it all, under a key that is not on the disk, shows that it is as it was written.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 32 | root |
/// | 188 | attestation, or `ListNote` |
/// | 32 | seal |
struct StoredNote: Hashable, Sendable {
    private static let version: UInt8 = 1

    let root: Root
    let attestation: [UInt8]

    init(root: Root, attestation: [UInt8]) {
        self.root = root
        self.attestation = attestation
    }

    /// Nil for what was not written for this segment, of this length, by who has the same SDK key.
    init?(_ bytes: [UInt8], of key: SegmentKey, length: Int, keys: ContentKeys) {
        let rootEnd = 1 + Bytes32.count
        let end = rootEnd + LeavesPage.attestationSize
        guard bytes.count == end + Bytes32.count, bytes[0] == Self.version,
            let root = Bytes32(bytes[1..<rootEnd])
        else { return nil }
        self.init(root: Root(root), attestation: Array(bytes[rootEnd..<end]))
        guard Bytes32(bytes[end...]) == seal(of: key, length: length, keys) else { return nil }
    }

    func encode(for key: SegmentKey, length: Int, keys: ContentKeys) -> [UInt8] {
        fields + seal(of: key, length: length, keys).bytes
    }

    private var fields: [UInt8] { [Self.version] + root.value.bytes + attestation }

    private func seal(of key: SegmentKey, length: Int, _ keys: ContentKeys) -> Bytes32 {
        var writer = ByteWriter()
        writer.write(key.value)
        writer.write(UInt64(length))
        writer.write(fields)
        return keys.seal(writer.bytes)
    }
}
