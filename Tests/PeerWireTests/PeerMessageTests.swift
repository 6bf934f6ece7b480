import PeerWire
import Primitives
import TestSupport
import Testing

@Suite struct PeerMessageTests {
    @Test(arguments: GoldenMessages.all)
    func `a message has the bytes it always had`(golden: GoldenMessages.Golden) throws {
        #expect(!golden.bytes.isEmpty)
        #expect(golden.message.encode().hex == golden.bytes.hex)
        #expect(try PeerMessage(decoding: golden.bytes.span) == golden.message)
    }

    @Test func `every type of message is among the golden ones`() {
        let types = GoldenMessages.all.compactMap(\.bytes.first)
        #expect(Set(types) == Set(1...15))
    }

    @Test func `random messages come back as they were sent`() throws {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<2_000 {
            let message = PeerMessage.random(using: &random)
            let bytes = message.encode()
            #expect(bytes.count <= 32 * 1024 + 64)
            let decoded = try PeerMessage(decoding: bytes.span)
            #expect(decoded == message)
        }
    }

    @Test(arguments: GoldenMessages.all)
    func `a message cut short is an error`(golden: GoldenMessages.Golden) {
        for count in 0..<golden.bytes.count {
            let bytes = Array(golden.bytes.prefix(count))
            #expect(throws: WireError.truncated) { try PeerMessage(decoding: bytes.span) }
        }
    }

    @Test(arguments: GoldenMessages.all)
    func `a message with something behind it is an error`(golden: GoldenMessages.Golden) throws {
        let bytes = golden.bytes + [0]
        guard case .data = golden.message else {
            #expect(throws: WireError.trailingBytes) { try PeerMessage(decoding: bytes.span) }
            return
        }
        #expect(try PeerMessage(decoding: bytes.span) == golden.message)
    }

    @Test(arguments: GoldenMessages.all)
    func `garbage after any prefix is refused or read, and never traps`(
        golden: GoldenMessages.Golden
    ) throws {
        var random = SeededRandom(seed: testSeed)
        for count in 0...golden.bytes.count {
            for length in [1, 2, 7, 33, 300] {
                let bytes = golden.bytes.prefix(count) + random.bytes(length)
                try expectStable(Array(bytes))
            }
        }
    }

    @Test(arguments: GoldenMessages.all)
    func `any changed byte is refused or read as another message`(
        golden: GoldenMessages.Golden
    ) throws {
        for index in golden.bytes.indices {
            for mask: UInt8 in [0x01, 0x80, 0xff] {
                var bytes = golden.bytes
                bytes[index] ^= mask
                if let decoded = try expectStable(bytes) { #expect(decoded != golden.message) }
            }
        }
    }

    @Test(arguments: [0, 16, 64, 255] as [UInt8]) func `an unknown type is named`(type: UInt8) {
        let bytes = [type, 0, 0]
        #expect(throws: WireError.unknownType(type)) { try PeerMessage(decoding: bytes.span) }
    }

    /// Two byte strings may decode to one value only for reasons of goodbye that are not known.
    @discardableResult
    private func expectStable(_ bytes: [UInt8]) throws -> PeerMessage? {
        let decoded: PeerMessage
        do throws(WireError) {
            decoded = try PeerMessage(decoding: bytes.span)
        } catch {
            return nil
        }
        switch decoded {
        case .data: #expect(bytes.starts(with: decoded.encode()))
        case .goodbye(.other): #expect(bytes.count == 2)
        case .hello, .have, .inFlight, .evicted, .progress, .leavesRequest, .leaves, .request,
            .absent, .busy, .cancel, .ping, .pong, .goodbye:
            #expect(decoded.encode() == bytes)
        }
        return decoded
    }
}
