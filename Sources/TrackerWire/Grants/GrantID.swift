import Primitives

/// The random name of one grant, by which it is used once and can be revoked.
package struct GrantID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(words: (UInt64, UInt64)) {
        (high, low) = words
    }

    /// Nil unless it is 32 hexadecimal digits.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex), bytes.count == 16 else { return nil }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    package var hex: String {
        var writer = ByteWriter(capacity: 16)
        writer.write(high)
        writer.write(low)
        return writer.bytes.hex
    }
}
