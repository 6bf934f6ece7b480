import PeerWire
import Primitives
import Testing

/// Each limit of a field reached, and one past it.
@Suite struct PeerMessageLimitTests {
    private static let track = "0000000000000007"
    private static let segment = track + "0000000000000001"

    private func decode(_ fields: String...) throws -> PeerMessage {
        let bytes = try #require([UInt8](hex: fields.joined()))
        return try PeerMessage(decoding: bytes.span)
    }

    @Test func `a segment number is below 2^63 - 1`() throws {
        _ = try decode("06", Self.track, "7ffffffffffffffe", "00")
        #expect(throws: WireError.invalidValue) {
            try decode("06", Self.track, "7fffffffffffffff", "00")
        }
    }

    @Test func `flags that are not known are refused`() throws {
        #expect(throws: WireError.invalidValue) { try decode("01", "08") }
        #expect(throws: WireError.invalidValue) { try decode("06", Self.segment, "02") }
    }

    @Test func `a position is below 2^63`() throws {
        _ = try decode("05", Self.track, "7fffffffffffffff", "00000000", "0000")
        #expect(throws: WireError.invalidValue) {
            try decode("05", Self.track, "8000000000000000", "00000000", "0000")
        }
    }

    @Test func `availability spans 1 to 4096 numbers`() throws {
        let bitmap = String(repeating: "ff", count: 512)
        guard case .have(let have) = try decode("02", Self.segment, "1000", bitmap) else {
            Issue.record("not have")
            return
        }
        #expect(have.numbers == Array(1...4096))
        #expect(throws: WireError.tooLarge) {
            try decode("02", Self.segment, "1001", bitmap, "01")
        }
        #expect(throws: WireError.tooLarge) { try decode("02", Self.segment, "ffff") }
        #expect(throws: WireError.invalidValue) { try decode("02", Self.segment, "0000") }
    }

    @Test func `availability ends where numbers end`() throws {
        guard
            case .have(let have) = try decode("02", Self.track, "7ffffffffffffffd", "0002", "03")
        else {
            Issue.record("not have")
            return
        }
        #expect(have.segments.map(\.number) == [.init(Int64.max) - 2, .init(Int64.max) - 1])
        #expect(throws: WireError.invalidValue) {
            try decode("02", Self.track, "7ffffffffffffffd", "0003", "07")
        }
    }

    @Test func `bits past the count are zero`() throws {
        _ = try decode("02", Self.segment, "0007", "7f")
        #expect(throws: WireError.invalidValue) { try decode("02", Self.segment, "0007", "80") }
        _ = try decode("02", Self.segment, "0008", "80")
        _ = try decode("02", Self.segment, "0009", "0001")
        #expect(throws: WireError.invalidValue) { try decode("02", Self.segment, "0009", "0002") }
    }

    @Test func `a segment in flight has at most 8192 chunks and none verified past the last`()
        throws
    {
        _ = try decode("03", Self.segment, "00002000", "ffffffffffffffff")
        _ = try decode("03", Self.segment, "00000001", "0000000000000001")
        _ = try decode("03", Self.segment, "00000000", "0000000000000000")
        #expect(throws: WireError.tooLarge) {
            try decode("03", Self.segment, "00002001", "0000000000000000")
        }
        #expect(throws: WireError.invalidValue) {
            try decode("03", Self.segment, "00000001", "0000000000000002")
        }
        #expect(throws: WireError.invalidValue) {
            try decode("03", Self.segment, "00000000", "0000000000000001")
        }
    }

    @Test func `1 to 4096 segments are evicted at a time`() throws {
        guard case .evicted(let evicted) = try decode("04", Self.segment, "00001000") else {
            Issue.record("not evicted")
            return
        }
        #expect(evicted.numbers == 1..<4097)
        #expect(throws: WireError.tooLarge) { try decode("04", Self.segment, "00001001") }
        #expect(throws: WireError.invalidValue) { try decode("04", Self.segment, "00000000") }
        _ = try decode("04", Self.track, "7ffffffffffffffe", "00000001")
        #expect(throws: WireError.invalidValue) {
            try decode("04", Self.track, "7ffffffffffffffe", "00000002")
        }
    }

    @Test func `a page has 1 to 960 leaves, all within the segment`() throws {
        let attestation = String(repeating: "00", count: 188)
        func page(_ first: String, _ total: String, _ count: String, leaves: Int) throws {
            _ = try decode(
                "07", Self.segment, attestation, first, total, count,
                String(repeating: "11", count: 32 * leaves))
        }
        try page("00000000", "000003c0", "03c0", leaves: 960)
        try page("00001fff", "00002000", "0001", leaves: 1)
        #expect(throws: WireError.tooLarge) {
            try page("00000000", "000003c1", "03c1", leaves: 961)
        }
        #expect(throws: WireError.tooLarge) { try page("00000000", "00002001", "0001", leaves: 1) }
        #expect(throws: WireError.invalidValue) {
            try page("00000000", "00002000", "0000", leaves: 0)
        }
        #expect(throws: WireError.invalidValue) {
            try page("00002000", "00002000", "0001", leaves: 1)
        }
        #expect(throws: WireError.invalidValue) {
            try page("00000001", "00000002", "0002", leaves: 2)
        }
        #expect(throws: WireError.invalidValue) {
            try page("ffffffff", "00000002", "0002", leaves: 2)
        }
        #expect(throws: WireError.truncated) { try page("00000000", "00000002", "0002", leaves: 1) }
        #expect(throws: WireError.trailingBytes) {
            try page("00000000", "00000002", "0001", leaves: 2)
        }
    }

    @Test(arguments: ["08", "0a", "0b", "0c"])
    func `a run has at most 64 chunks and ends at chunk 8192`(type: String) throws {
        let rest = ["08", "0b"].contains(type) ? "00000000" : ""
        _ = try decode(type, Self.segment, "00000000", "0040", rest)
        _ = try decode(type, Self.segment, "00001fff", "0001", rest)
        #expect(throws: WireError.tooLarge) {
            try decode(type, Self.segment, "00000000", "0041", rest)
        }
        #expect(throws: WireError.invalidValue) {
            try decode(type, Self.segment, "00001fff", "0002", rest)
        }
        #expect(throws: WireError.invalidValue) {
            try decode(type, Self.segment, "ffffffff", "0001", rest)
        }
    }

    @Test(arguments: ["08", "0c"])
    func `nobody asks for an empty run or cancels one`(type: String) throws {
        let rest = type == "08" ? "00000000" : ""
        #expect(throws: WireError.invalidValue) {
            try decode(type, Self.segment, "00000000", "0000", rest)
        }
    }

    @Test func `a data record holds a chunk and no more`() throws {
        let header = ChunkHeader(segment: SegmentID(track: TrackID(7), number: 1), chunk: 2)
        let head = header.encode()
        #expect(head.count == ChunkHeader.encodedSize)
        let whole = head + [UInt8](repeating: 0xff, count: 32_768)
        #expect(try PeerMessage(decoding: whole.span) == .data(header))
        let longer = whole + [0xff]
        #expect(throws: WireError.tooLarge) { try PeerMessage(decoding: longer.span) }
        _ = try decode("09", Self.segment, "00001fff")
        #expect(throws: WireError.invalidValue) { try decode("09", Self.segment, "00002000") }
    }

    @Test func `a reason of a later version is some other one`() throws {
        #expect(try decode("0f", "c8") == .goodbye(.other))
        #expect(try decode("0f", "00") == .goodbye(.other))
    }
}
