/// What is wrong with bytes that should have been a message.
package enum WireError: Error, Hashable, Sendable {
    case truncated
    case trailingBytes
    case unknownType(UInt8)
    case invalidValue
    case tooLarge
}

/// Reads fixed-width big-endian fields from bytes of a stranger without ever trapping.
package struct ByteReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    package var remaining: Int { bytes.count - position }

    package mutating func readUInt8() throws(WireError) -> UInt8 {
        guard remaining >= 1 else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func readUInt16() throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try readBigEndian(2))
    }

    package mutating func readUInt32() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try readBigEndian(4))
    }

    package mutating func readUInt64() throws(WireError) -> UInt64 {
        try readBigEndian(8)
    }

    package mutating func readBytes32() throws(WireError) -> Bytes32 {
        guard remaining >= Bytes32.count else { throw .truncated }
        return Bytes32(
            words: (
                try readBigEndian(8), try readBigEndian(8), try readBigEndian(8),
                try readBigEndian(8)
            ))
    }

    /// Reads a byte of flags; a bit outside `known` is a value of a protocol we do not speak.
    package mutating func readFlags(known: UInt8) throws(WireError) -> UInt8 {
        let flags = try readUInt8()
        guard flags & ~known == 0 else { throw .invalidValue }
        return flags
    }

    /// Copies `count` bytes; a count past the end throws before anything is allocated.
    package mutating func readBytes(_ count: Int) throws(WireError) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw .truncated }
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        for offset in 0..<count { copy.append(bytes[position + offset]) }
        position += count
        return copy
    }

    /// A message is all of its record: what is left over is an error.
    package func expectEnd() throws(WireError) {
        guard remaining == 0 else { throw .trailingBytes }
    }

    private mutating func readBigEndian(_ count: Int) throws(WireError) -> UInt64 {
        guard remaining >= count else { throw .truncated }
        var value: UInt64 = 0
        for offset in 0..<count { value = value << 8 | UInt64(bytes[position + offset]) }
        position += count
        return value
    }
}
