import PeerWire
import Primitives

/// What stands in the place of an attestation where a list of roots vouches for a segment: which list, and
/// for which segment.
///
/// Only who has the list can make anything of it. It begins with a version that no attestation has.
///
/// | bytes | field |
/// |---|---|
/// | 1 | 0 |
/// | 32 | BLAKE2b-256 of the list |
/// | 32 | segment key |
/// | 123 | 0 |
struct ListNote: Hashable, Sendable {
    private static let version: UInt8 = 0

    let list: Bytes32
    /// Two honest viewers may number their segments differently.
    let key: SegmentKey

    init(list: Bytes32, key: SegmentKey) {
        self.list = list
        self.key = key
    }

    /// Nil for anything else.
    init?(_ bytes: [UInt8]) {
        let keyStart = 1 + Bytes32.count
        let end = keyStart + Bytes32.count
        guard bytes.count == LeavesPage.attestationSize, bytes[0] == Self.version,
            let list = Bytes32(bytes[1..<keyStart]), let key = Bytes32(bytes[keyStart..<end]),
            bytes[end...].allSatisfy({ $0 == 0 })
        else { return nil }
        self.list = list
        self.key = SegmentKey(key)
    }

    var bytes: [UInt8] {
        let named = [Self.version] + list.bytes + key.value.bytes
        return named + [UInt8](repeating: 0, count: LeavesPage.attestationSize - named.count)
    }
}
