import Primitives
import Testing

@Suite struct ByteReaderTests {
    @Test func `fields are big-endian and come back`() throws {
        let value = Bytes32(words: (1, 2, 3, 0xffff_ffff_ffff_ffff))
        var writer = ByteWriter()
        writer.write(0x01 as UInt8)
        writer.write(0x0203 as UInt16)
        writer.write(0x0405_0607 as UInt32)
        writer.write(0x0809_0a0b_0c0d_0e0f as UInt64)
        writer.write(value)
        writer.write([7, 8, 9])
        #expect(writer.bytes.prefix(15) == (1...15).map { UInt8($0) }[...])
        #expect(writer.bytes[15..<47] == value.bytes[...])

        let bytes = writer.bytes
        var reader = ByteReader(bytes.span)
        #expect(try reader.readUInt8() == 0x01)
        #expect(try reader.readUInt16() == 0x0203)
        #expect(try reader.readUInt32() == 0x0405_0607)
        #expect(try reader.readUInt64() == 0x0809_0a0b_0c0d_0e0f)
        #expect(try reader.readBytes32() == value)
        #expect(reader.remaining == 3)
        #expect(try reader.readBytes(3) == [7, 8, 9])
        try reader.expectEnd()
    }

    @Test func `reading past the end is an error and moves nothing`() throws {
        let bytes: [UInt8] = [0xab]
        var reader = ByteReader(bytes.span)
        #expect(throws: WireError.truncated) { try reader.readUInt16() }
        #expect(throws: WireError.truncated) { try reader.readUInt32() }
        #expect(throws: WireError.truncated) { try reader.readUInt64() }
        #expect(throws: WireError.truncated) { try reader.readBytes32() }
        #expect(throws: WireError.truncated) { try reader.readBytes(2) }
        #expect(throws: WireError.truncated) { try reader.readBytes(.max) }
        #expect(throws: WireError.truncated) { try reader.readBytes(-1) }
        #expect(throws: WireError.trailingBytes) { try reader.expectEnd() }
        #expect(try reader.readUInt8() == 0xab)
        #expect(throws: WireError.truncated) { try reader.readUInt8() }
        #expect(try reader.readBytes(0) == [])
    }

    @Test func `an unknown flag is an error`() throws {
        let bytes: [UInt8] = [0b101, 0b101]
        var reader = ByteReader(bytes.span)
        #expect(try reader.readFlags(known: 0b111) == 0b101)
        #expect(throws: WireError.invalidValue) { try reader.readFlags(known: 0b011) }
    }
}
