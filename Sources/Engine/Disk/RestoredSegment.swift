import Crypto
import Primitives
import Store

/// A segment that came from the disk, and is what was stored: its hash tree has the root that is sealed.
struct RestoredSegment: Sendable {
    let bytes: [UInt8]
    let attestation: [UInt8]
    let leaves: [Leaf]

    /// Nil for bytes or a note that are not as they were written; takes a millisecond or so for each MiB.
    init?(_ bytes: [UInt8], _ row: StoreRow, keys: ContentKeys) {
        let key = SegmentKey(row.name)
        guard let note = StoredNote(row.note, of: key, length: bytes.count, keys: keys) else {
            return nil
        }
        leaves = unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        guard HashTree.root(leaves: leaves, length: bytes.count) == note.root else { return nil }
        self.bytes = bytes
        attestation = note.attestation
    }
}
