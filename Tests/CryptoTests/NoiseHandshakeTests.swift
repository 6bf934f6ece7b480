import Crypto
import Primitives
import Testing

@Suite struct NoiseHandshakeTests {
    @Test(
        .enabled(if: NoiseVector.areHere, "the corpus is not here: set SHOAL_CORPUS"),
        arguments: ["Noise_IK_25519_ChaChaPoly_SHA256", "Noise_IKpsk2_25519_ChaChaPoly_SHA256"])
    func `the published handshakes come out byte for byte`(name: String) throws {
        let vector = try NoiseVector.named(name)
        let pattern = try Self.pattern(of: vector)
        let responderPair = StaticKeyPair(secret: SecretBytes32(try vector.responderStatic.key))
        let initiatorStatic = try #require(vector.initiatorStatic)
        var initiator = NoiseHandshake.initiator(
            pattern, prologue: vector.prologue.bytes,
            local: StaticKeyPair(secret: SecretBytes32(try initiatorStatic.key)),
            remote: try #require(vector.responderPublicKey).key,
            ephemeral: SecretBytes32(try vector.initiatorEphemeral.key))
        var responder = NoiseHandshake.responder(
            pattern, prologue: vector.prologue.bytes, local: responderPair,
            ephemeral: SecretBytes32(try vector.responderEphemeral.key))

        let (first, second) = (vector.messages[0], vector.messages[1])
        let firstWritten = try initiator.writeMessage(payload: first.payload.bytes)
        #expect(firstWritten == first.ciphertext.bytes)
        #expect(try responder.readMessage(first.ciphertext.bytes) == first.payload.bytes)
        let secondWritten = try responder.writeMessage(payload: second.payload.bytes)
        #expect(secondWritten == second.ciphertext.bytes)
        #expect(try initiator.readMessage(second.ciphertext.bytes) == second.payload.bytes)
        #expect(initiator.hash.bytes == vector.handshakeHash.bytes)
        #expect(responder.hash.bytes == vector.handshakeHash.bytes)

        var initiatorCiphers = initiator.split()
        var responderCiphers = responder.split()
        for (index, message) in vector.messages.enumerated().dropFirst(2) {
            if index.isMultiple(of: 2) {
                let sealed = initiatorCiphers.send.seal(message.payload.bytes)
                #expect(sealed == message.ciphertext.bytes)
                let opened = try responderCiphers.receive.open(sealed)
                #expect(opened == message.payload.bytes)
            } else {
                let sealed = responderCiphers.send.seal(message.payload.bytes)
                #expect(sealed == message.ciphertext.bytes)
                let opened = try initiatorCiphers.receive.open(sealed)
                #expect(opened == message.payload.bytes)
            }
        }
    }

    @Test func `a remote key of low order ends the handshake`() {
        var initiator = NoiseHandshake.initiator(
            .ik, prologue: [], local: .generate(), remote: .zero)
        #expect(throws: NoiseError.invalidKey) { try initiator.writeMessage(payload: []) }

        var responder = NoiseHandshake.responder(.ik, prologue: [], local: .generate())
        let lowOrder = [UInt8](repeating: 0, count: 96 + 16)
        #expect(throws: NoiseError.invalidKey) { try responder.readMessage(lowOrder) }
    }

    @Test(arguments: 0..<96)
    func `a message 1 too short for its keys is refused`(count: Int) {
        var responder = NoiseHandshake.responder(.ik, prologue: [], local: .generate())
        #expect(throws: NoiseError.self) {
            try responder.readMessage([UInt8](repeating: 9, count: count))
        }
    }

    @Test func `another pre-shared key, prologue or responder is refused`() throws {
        let responderPair = StaticKeyPair.generate()
        let key = SecretBytes32()
        func refused(
            _ pattern: NoiseHandshake.Pattern, prologue: [UInt8], remote: Bytes32
        ) throws -> Bool {
            var initiator = NoiseHandshake.initiator(
                pattern, prologue: prologue, local: .generate(), remote: remote)
            var responder = NoiseHandshake.responder(
                .ikpsk2(key), prologue: [1], local: responderPair)
            let first = try initiator.writeMessage(payload: [])
            do {
                _ = try responder.readMessage(first)
                _ = try initiator.readMessage(responder.writeMessage(payload: []))
                return false
            } catch NoiseError.notAuthentic {
                return true
            }
        }
        let remote = responderPair.publicKey
        #expect(try !refused(.ikpsk2(key), prologue: [1], remote: remote))
        #expect(try refused(.ikpsk2(SecretBytes32()), prologue: [1], remote: remote))
        #expect(try refused(.ikpsk2(key), prologue: [2], remote: remote))
        #expect(
            try refused(.ikpsk2(key), prologue: [1], remote: StaticKeyPair.generate().publicKey))
        #expect(try refused(.ik, prologue: [1], remote: remote))
    }

    private static func pattern(of vector: NoiseVector) throws -> NoiseHandshake.Pattern {
        guard let key = vector.preSharedKeys?.first else { return .ik }
        return .ikpsk2(SecretBytes32(try key.key))
    }
}
