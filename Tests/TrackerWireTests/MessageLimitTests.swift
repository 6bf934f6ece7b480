import Primitives
import Testing
import TrackerWire

/// Each limit of a field reached, and one past it.
@Suite struct MessageLimitTests {
    private func client(_ fields: String...) throws -> ClientMessage {
        let bytes = try #require([UInt8](hex: fields.joined()))
        return try ClientMessage(decoding: bytes.span)
    }

    private func tracker(_ fields: String...) throws -> TrackerMessage {
        let bytes = try #require([UInt8](hex: fields.joined()))
        return try TrackerMessage(decoding: bytes.span)
    }

    @Test func `an announce has at most 16 tracks`() throws {
        let head = "01" + Samples.elevens + "1234" + "00" + "00000000" + "0000" + "00"
        _ = try client(head, "10", Samples.hex(1, 16 * 8))
        #expect(throws: WireError.tooLarge) { try client(head, "11", Samples.hex(1, 17 * 8)) }
        #expect(throws: WireError.tooLarge) { try client(head, "ff") }
    }

    @Test func `flags that are not known are refused`() {
        #expect(throws: WireError.invalidValue) {
            try client("01", Samples.elevens, "1234", "04", "00000000", "0000", "00", "00")
        }
        #expect(throws: WireError.invalidValue) {
            try tracker("47", "0018", "001e", "10", "03", "00000001", "0000000000000000")
        }
        #expect(throws: WireError.invalidValue) {
            try tracker(
                "43", Samples.elevens, "01", Samples.fours, Samples.v4Hex, "00000007", "02",
                "00000000", "00")
        }
    }

    @Test(arguments: ["00000000", "10000001", "ffffffff"])
    func `a length that cannot be shared is refused`(length: String) {
        #expect(throws: WireError.invalidValue) {
            try client("02", Samples.elevens, Samples.twos, length, Samples.threes)
        }
    }

    @Test(arguments: ["00", "05", "07", "ff"])
    func `an address is of family 4 or 6`(family: String) {
        #expect(throws: WireError.invalidValue) {
            try tracker("41", family, Samples.hex(0, 64))
        }
    }

    @Test func `of a thousand segments at most a thousand are audited`() throws {
        let head = "47" + Samples.policyHex.dropLast(4)
        _ = try tracker(head, "03e8")
        #expect(throws: WireError.invalidValue) { try tracker(head, "03e9") }
    }

    @Test func `a welcome has at most 4 notary keys`() throws {
        let head = "41" + Samples.v4Hex + Samples.policyHex + "0000000000000000"
        _ = try tracker(head, "04", Samples.hex(1, 4 * 32))
        #expect(throws: WireError.tooLarge) { try tracker(head, "05", Samples.hex(1, 5 * 32)) }
    }

    @Test func `a swarm has at most 2 secrets`() throws {
        _ = try tracker("42", Samples.elevens, "02", Samples.hex(1, 2 * 36))
        _ = try tracker("42", Samples.elevens, "00")
        #expect(throws: WireError.tooLarge) {
            try tracker("42", Samples.elevens, "03", Samples.hex(1, 3 * 36))
        }
    }

    @Test func `at most 8 peers are introduced at once`() throws {
        let peer = Samples.fours + Samples.v4Hex + "00000007" + "00" + "00000000" + "00"
        func peers(_ count: Int) -> String { String(repeating: peer, count: count) }
        _ = try tracker("43", Samples.elevens, "08", peers(8))
        #expect(throws: WireError.tooLarge) { try tracker("43", Samples.elevens, "09", peers(9)) }
    }

    @Test(arguments: [("00000004", "00000005", "00000000"), ("00000004", "00000000", "00000005")])
    func `a slot is one of either row`(slot: String, viewers: String, edges: String) throws {
        _ = try tracker("44", Samples.elevens, slot, viewers, edges)
        #expect(throws: WireError.invalidValue) {
            try tracker("44", Samples.elevens, "00000005", viewers, edges)
        }
        #expect(throws: WireError.invalidValue) {
            try tracker("44", Samples.elevens, "00000000", "00000000", "00000000")
        }
    }

    @Test func `a row has at most as many members as a jump hash can tell apart`() throws {
        _ = try tracker("44", Samples.elevens, "00000000", "7fffffff", "7fffffff")
        #expect(throws: WireError.invalidValue) {
            try tracker("44", Samples.elevens, "00000000", "80000000", "00000001")
        }
        #expect(throws: WireError.invalidValue) {
            try tracker("44", Samples.elevens, "00000000", "00000001", "ffffffff")
        }
    }

    @Test func `at most 64 peers are expelled at once`() throws {
        _ = try tracker("4b", Samples.elevens, "40", Samples.hex(4, 64 * 32))
        _ = try tracker("4b", Samples.elevens, "00")
        #expect(throws: WireError.tooLarge) {
            try tracker("4b", Samples.elevens, "41", Samples.hex(4, 65 * 32))
        }
    }

    @Test func `a state of a later version is a refusal`() throws {
        #expect(
            try tracker("4a", Samples.elevens, "09")
                == .authorization(Authorization(swarm: Samples.swarm, state: .refused)))
    }

    @Test func `a reason of a later version is some other one`() throws {
        #expect(try tracker("49", "c8") == .refused(.other))
        #expect(try tracker("49", "00") == .refused(.other))
    }
}
