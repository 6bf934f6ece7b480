package import Primitives

/// What the index of a store says of one item: its bytes are in a file of their own.
package struct StoreRow: Hashable, Sendable {
    /// Longer notes are not stored.
    package static let longestNote = 512
    /// Longer items are not stored.
    package static let longestItem = ChunkGeometry.longestSegment

    /// Names the item and its file; must tell nothing to whoever reads the folder.
    package let name: Bytes32
    /// Bytes of the item, from 1 to `longestItem`.
    package let length: Int
    /// When it was stored, in seconds since 1970.
    package let storedAt: Int64
    /// The last second at which it is of use, since 1970.
    package let expiresAt: Int64
    /// How often it was of use, and what that makes it worth: see `StoreIndex`.
    package var uses: Int64
    package var rank: Double
    /// What its owner has to know of it; nothing here understands it.
    package let note: [UInt8]

    package init(
        name: Bytes32, length: Int, storedAt: Int64, expiresAt: Int64, uses: Int64, rank: Double,
        note: [UInt8]
    ) {
        precondition((1...Self.longestItem).contains(length), "\(length) bytes")
        precondition(note.count <= Self.longestNote, "a note of \(note.count) bytes")
        self.name = name
        self.length = length
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.uses = uses
        self.rank = rank
        self.note = note
    }

    /// Reads a row; nil for one that was never written.
    init?(_ row: borrowing SQLiteRow) {
        guard let name = row.blob(0, longest: Bytes32.count).flatMap({ Bytes32($0) }),
            let length = Int(exactly: row.integer(1)), (1...Self.longestItem).contains(length),
            let note = row.blob(6, longest: Self.longestNote)
        else { return nil }
        self.init(
            name: name, length: length, storedAt: row.integer(2), expiresAt: row.integer(3),
            uses: row.integer(4), rank: row.real(5), note: note)
    }
}
