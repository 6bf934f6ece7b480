/// Thirty-two bytes held in place: the shape of keys, hashes and identifiers.
///
/// Comparison is not constant in time; secrets are compared in `Crypto`.
@usableFromInline
package struct Bytes32: Hashable, Sendable {
    /// The bytes as four big-endian numbers.
    @usableFromInline package let words: (UInt64, UInt64, UInt64, UInt64)

    package static let count = 32
    package static let zero = Bytes32(words: (0, 0, 0, 0))

    package init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// Nil unless there are exactly thirty-two bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
        self.init(words: (words[0], words[1], words[2], words[3]))
    }

    /// Nil unless `hex` is exactly sixty-four hexadecimal digits.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes)
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// The first eight bytes as a big-endian number: enough to seed a hash or to name a thing in a log.
    @inlinable package var prefix64: UInt64 { words.0 }

    package var hex: String { bytes.hex }

    @inlinable
    package static func == (left: Bytes32, right: Bytes32) -> Bool {
        left.words == right.words
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension Bytes32: Comparable {
    /// The order of the byte strings.
    @inlinable
    package static func < (left: Bytes32, right: Bytes32) -> Bool {
        left.words < right.words
    }
}
