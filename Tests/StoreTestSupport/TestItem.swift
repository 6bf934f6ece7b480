package import Primitives
package import Store

/// Items of a store of which name and length tell the bytes.
package enum TestItem {
    /// An item of up to 64 KiB.
    package static func row(_ random: inout SeededRandom) -> StoreRow {
        let name = Bytes32(words: (random.next(), random.next(), random.next(), random.next()))
        return row(name, length: 1 + Int(name.words.1 % (64 << 10)))
    }

    package static func row(_ name: Bytes32, length: Int) -> StoreRow {
        StoreRow(
            name: name, length: length, storedAt: 1_000, expiresAt: 2_000, uses: 1, rank: 0.5,
            note: Array(name.bytes.reversed()))
    }

    /// What belongs into the item.
    package static func bytes(of row: StoreRow) -> [UInt8] {
        var random = SeededRandom(seed: row.name.prefix64)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(row.length + 8)
        while bytes.count < row.length {
            let word = random.next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return Array(bytes.prefix(row.length))
    }
}
