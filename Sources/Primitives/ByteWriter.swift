/// Writes fixed-width big-endian fields.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func write(_ value: UInt8) { bytes.append(value) }

    package mutating func write(_ value: UInt16) { writeBigEndian(UInt64(value), 2) }

    package mutating func write(_ value: UInt32) { writeBigEndian(UInt64(value), 4) }

    package mutating func write(_ value: UInt64) { writeBigEndian(value, 8) }

    package mutating func write(_ value: Bytes32) {
        writeBigEndian(value.words.0, 8)
        writeBigEndian(value.words.1, 8)
        writeBigEndian(value.words.2, 8)
        writeBigEndian(value.words.3, 8)
    }

    package mutating func write(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    private mutating func writeBigEndian(_ value: UInt64, _ count: Int) {
        for byte in stride(from: 8 * (count - 1), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(byte)))
        }
    }
}
