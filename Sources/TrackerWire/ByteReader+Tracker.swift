import Primitives

extension ByteReader {
    /// Reads a count of one byte.
    mutating func readCount(atMost limit: Int) throws(WireError) -> Int {
        let count = Int(try readUInt8())
        guard count <= limit else { throw .tooLarge }
        return count
    }

    /// Reads an address: family u8, 4 or 6; 4 or 16 bytes; port u16.
    mutating func readAddress() throws(WireError) -> SocketAddress {
        let ip: IPAddress
        switch try readUInt8() {
        case 4: ip = .v4(try readUInt32())
        case 6: ip = .v6(high: try readUInt64(), low: try readUInt64())
        default: throw .invalidValue
        }
        return SocketAddress(ip: ip, port: try readUInt16())
    }

    /// Reads a length of one byte, and as many bytes of printable ASCII, at least one.
    mutating func readName(atMost limit: Int) throws(WireError) -> String {
        let name = try readBytes(try readCount(atMost: limit))
        guard isName(name) else { throw .invalidValue }
        return String(decoding: name, as: UTF8.self)
    }
}

extension ByteWriter {
    mutating func write(_ address: SocketAddress) {
        switch address.ip {
        case .v4(let value):
            write(4 as UInt8)
            write(value)
        case .v6(let high, let low):
            write(6 as UInt8)
            write(high)
            write(low)
        }
        write(address.port)
    }

    mutating func write(name: String) {
        write(UInt8(name.utf8.count))
        write(name.utf8)
    }
}

/// Whether the bytes can name a host, an app or a bundle: they go to resolvers, logs and file names.
func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7f }
}
