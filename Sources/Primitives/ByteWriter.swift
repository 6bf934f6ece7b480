/// Writes fixed-width big-endian fields.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func write(_ value: UInt8) { bytes.append(value) }

    package mutating func write(_ value: UInt16) { writeBigEndian(value) }

    package mutating func write(_ value: UInt32) { writeBigEndian(value) }

    package mutating func write(_ value: UInt64) { writeBigEndian(value) }

    package mutating func write(_ value: Bytes32) {
        writeBigEndian(value.words.0)
        writeBigEndian(value.words.1)
        writeBigEndian(value.words.2)
        writeBigEndian(value.words.3)
    }

    package mutating func write(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    private mutating func writeBigEndian(_ value: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
