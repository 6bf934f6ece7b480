import Crypto
import Primitives
import TestSupport
import Testing

@Suite struct CipherStateTests {
    @Test func `header and body seal to the same bytes as one piece`() throws {
        for header in [0, 1, 21, 22, 63, 64, 65, 127, 128, 200] {
            for body in [0, 1, 15, 16, 42, 43, 44, 63, 64, 65, 1_000, 32_768] {
                var whole = try Self.agreed()
                var pieces = try Self.agreed()
                let plaintext = randomBytes(header + body)
                let sealed = pieces.initiator.send.seal(
                    header: Array(plaintext[..<header]), body: Array(plaintext[header...]))
                #expect(
                    sealed == whole.initiator.send.seal(plaintext), "header \(header), body \(body)"
                )
            }
        }
    }

    @Test func `each message has a counter of its own`() throws {
        var pair = try Self.agreed()
        let first = pair.initiator.send.seal([1, 2, 3])
        let second = pair.initiator.send.seal([1, 2, 3])
        #expect(first != second)
        pair.initiator.send.rekey()
        let counters = (pair.initiator.send.counter, pair.initiator.receive.counter)
        #expect(counters == (2, 0))
    }

    @Test func `a bit changed anywhere is refused`() throws {
        let plaintext = randomBytes(20)
        for bit in 0..<(8 * (plaintext.count + CipherState.overhead)) {
            var pair = try Self.agreed()
            var sealed = pair.initiator.send.seal(plaintext)
            sealed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: NoiseError.notAuthentic) {
                try pair.responder.receive.open(sealed)
            }
        }
    }

    @Test(arguments: 0..<CipherState.overhead)
    func `less than a tag is refused`(count: Int) throws {
        var pair = try Self.agreed()
        #expect(throws: NoiseError.truncated) {
            try pair.responder.receive.open([UInt8](repeating: 0, count: count))
        }
    }

    @Test func `both sides must rekey at the same message`() throws {
        var pair = try Self.agreed()
        pair.initiator.send.rekey()
        pair.responder.receive.rekey()
        let sealed = pair.initiator.send.seal([7])
        #expect(try pair.responder.receive.open(sealed) == [7])
        pair.initiator.send.rekey()
        let ahead = pair.initiator.send.seal([8])
        #expect(throws: NoiseError.notAuthentic) { try pair.responder.receive.open(ahead) }
    }

    private struct Agreed: ~Copyable {
        var initiator: CipherPair
        var responder: CipherPair
    }

    /// Agrees on the same keys each time.
    private static func agreed() throws -> Agreed {
        func secret(_ number: UInt64) -> SecretBytes32 {
            SecretBytes32(Bytes32(words: (number, 2, 3, 4)))
        }
        let pair = StaticKeyPair(secret: secret(1))
        var initiator = NoiseHandshake.initiator(
            .ik, prologue: [], local: StaticKeyPair(secret: secret(2)), remote: pair.publicKey,
            ephemeral: secret(3))
        var responder = NoiseHandshake.responder(
            .ik, prologue: [], local: pair, ephemeral: secret(4))
        _ = try responder.readMessage(initiator.writeMessage(payload: []))
        _ = try initiator.readMessage(responder.writeMessage(payload: []))
        return Agreed(initiator: initiator.split(), responder: responder.split())
    }
}
