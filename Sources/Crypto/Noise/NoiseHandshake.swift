package import Primitives

/// One side of a Noise handshake IK or IKpsk2 over X25519, ChaCha20-Poly1305 and SHA-256.
///
/// The initiator writes message 1 and reads message 2; the responder does the reverse. A message that
/// throws ends the handshake: its value must be let go.
package struct NoiseHandshake: ~Copyable, Sendable {
    package enum Pattern: Sendable {
        case ik
        case ikpsk2(SecretBytes32)
    }

    private enum Step {
        case writesFirst, readsSecond
        case readsFirst, writesSecond
        case complete
    }

    package let isInitiator: Bool
    /// The other side's static key: known to an initiator, learnt from message 1 by a responder.
    package private(set) var remoteStatic: Bytes32?

    private let pattern: Pattern
    private let local: StaticKeyPair
    private let ephemeralSecret: SecretBytes32
    private var ephemeral: StaticKeyPair?
    private var remoteEphemeral: Bytes32?
    private var symmetric: SymmetricState
    private var step: Step

    /// `ephemeral` must be fresh for each handshake, which is why only tests name it.
    package static func initiator(
        _ pattern: Pattern, prologue: [UInt8], local: StaticKeyPair, remote: Bytes32,
        ephemeral: SecretBytes32 = SecretBytes32()
    ) -> NoiseHandshake {
        NoiseHandshake(
            pattern, prologue: prologue, local: local, remote: remote, ephemeral: ephemeral)
    }

    package static func responder(
        _ pattern: Pattern, prologue: [UInt8], local: StaticKeyPair,
        ephemeral: SecretBytes32 = SecretBytes32()
    ) -> NoiseHandshake {
        NoiseHandshake(
            pattern, prologue: prologue, local: local, remote: nil, ephemeral: ephemeral)
    }

    private init(
        _ pattern: Pattern, prologue: [UInt8], local: StaticKeyPair, remote: Bytes32?,
        ephemeral: SecretBytes32
    ) {
        self.pattern = pattern
        self.local = local
        isInitiator = remote != nil
        remoteStatic = remote
        ephemeralSecret = ephemeral
        step = remote == nil ? .readsFirst : .writesFirst
        symmetric = SymmetricState(protocolName: pattern.protocolName, prologue: prologue)
        symmetric.mixHash((remote ?? local.publicKey).bytes)
    }

    /// Fixes all that was said in the handshake; the same on both sides once it is complete.
    package var hash: Bytes32 { symmetric.hash }

    package mutating func writeMessage(payload: [UInt8]) throws(NoiseError) -> [UInt8] {
        switch step {
        case .writesFirst:
            step = .readsSecond
            return try writeFirst(payload)
        case .writesSecond:
            step = .complete
            return try writeSecond(payload)
        case .readsFirst, .readsSecond, .complete:
            preconditionFailure("it is not this side's turn to write: \(step)")
        }
    }

    /// The payload of `message`.
    package mutating func readMessage(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        switch step {
        case .readsFirst:
            step = .writesSecond
            return try readFirst(message)
        case .readsSecond:
            step = .complete
            return try readSecond(message)
        case .writesFirst, .writesSecond, .complete:
            preconditionFailure("it is not this side's turn to read: \(step)")
        }
    }

    package consuming func split() -> CipherPair {
        guard case .complete = step else { preconditionFailure("not complete: \(step)") }
        let isInitiator = isInitiator
        let (initiators, responders) = symmetric.split()
        return isInitiator
            ? CipherPair(send: CipherState(key: initiators), receive: CipherState(key: responders))
            : CipherPair(send: CipherState(key: responders), receive: CipherState(key: initiators))
    }

    // MARK: The two messages, token by token

    private mutating func writeFirst(_ payload: [UInt8]) throws(NoiseError) -> [UInt8] {
        var message = writeEphemeral()
        symmetric.mixKey(try agree(ephemeral, remoteStatic))
        message += symmetric.encryptAndHash(local.publicKey.bytes)
        symmetric.mixKey(try agree(local, remoteStatic))
        return message + symmetric.encryptAndHash(payload)
    }

    private mutating func readFirst(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        let sealedStaticEnd = 2 * Bytes32.count + CipherState.overhead
        guard message.count >= sealedStaticEnd else { throw .truncated }
        try readEphemeral(message)
        symmetric.mixKey(try agree(local, remoteEphemeral))
        remoteStatic = Bytes32(
            try symmetric.decryptAndHash(Array(message[Bytes32.count..<sealedStaticEnd])))
        symmetric.mixKey(try agree(local, remoteStatic))
        return try symmetric.decryptAndHash(Array(message[sealedStaticEnd...]))
    }

    private mutating func writeSecond(_ payload: [UInt8]) throws(NoiseError) -> [UInt8] {
        let message = writeEphemeral()
        symmetric.mixKey(try agree(ephemeral, remoteEphemeral))
        symmetric.mixKey(try agree(ephemeral, remoteStatic))
        mixPreSharedKey()
        return message + symmetric.encryptAndHash(payload)
    }

    private mutating func readSecond(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        try readEphemeral(message)
        symmetric.mixKey(try agree(ephemeral, remoteEphemeral))
        symmetric.mixKey(try agree(local, remoteEphemeral))
        mixPreSharedKey()
        return try symmetric.decryptAndHash(Array(message[Bytes32.count...]))
    }

    private mutating func writeEphemeral() -> [UInt8] {
        let pair = StaticKeyPair(secret: ephemeralSecret)
        ephemeral = pair
        mixEphemeral(pair.publicKey)
        return pair.publicKey.bytes
    }

    private mutating func readEphemeral(_ message: [UInt8]) throws(NoiseError) {
        guard let key = Bytes32(message.prefix(Bytes32.count)) else { throw .truncated }
        remoteEphemeral = key
        mixEphemeral(key)
    }

    private mutating func mixEphemeral(_ key: Bytes32) {
        symmetric.mixHash(key.bytes)
        switch pattern {
        case .ik: break
        case .ikpsk2: symmetric.mixKey(key)
        }
    }

    private mutating func mixPreSharedKey() {
        switch pattern {
        case .ik: break
        case .ikpsk2(let key): symmetric.mixKeyAndHash(key)
        }
    }

    private func agree(
        _ pair: StaticKeyPair?, _ remote: Bytes32?
    ) throws(NoiseError) -> SecretBytes32 {
        guard let pair, let remote else { preconditionFailure("a key is missing: \(step)") }
        return try pair.sharedSecret(with: remote)
    }
}

extension NoiseHandshake.Pattern {
    fileprivate var protocolName: String {
        switch self {
        case .ik: "Noise_IK_25519_ChaChaPoly_SHA256"
        case .ikpsk2: "Noise_IKpsk2_25519_ChaChaPoly_SHA256"
        }
    }
}
