import CSodium
import Primitives

/// What both sides of a handshake have mixed together so far: Noise's SymmetricState with SHA-256.
struct SymmetricState: ~Copyable, Sendable {
    private(set) var hash: Bytes32
    private var chainingKey: SecretBytes32
    private var cipher: CipherState?

    /// Nothing is encrypted before the first key is mixed in.
    init(protocolName: String, prologue: [UInt8]) {
        let name = Array(protocolName.utf8)
        let padding = [UInt8](repeating: 0, count: max(0, Bytes32.count - name.count))
        hash = Bytes32(name + padding) ?? Self.sha256(name)
        chainingKey = SecretBytes32(hash)
        mixHash(prologue)
    }

    mutating func mixHash(_ data: [UInt8]) {
        hash = Self.sha256(hash.bytes + data)
    }

    mutating func mixKey(_ material: SecretBytes32) {
        let extracted = unsafe material.withBytes { unsafe Self.hmac(chainingKey, $0, 32) }
        chainingKey = Self.expand(extracted, after: nil, number: 1)
        cipher = CipherState(key: Self.expand(extracted, after: chainingKey, number: 2))
    }

    /// An ephemeral public key is key material too, where a pre-shared key is used.
    mutating func mixKey(_ material: Bytes32) {
        mixKey(SecretBytes32(material))
    }

    mutating func mixKeyAndHash(_ material: SecretBytes32) {
        let extracted = unsafe material.withBytes { unsafe Self.hmac(chainingKey, $0, 32) }
        chainingKey = Self.expand(extracted, after: nil, number: 1)
        let second = Self.expand(extracted, after: chainingKey, number: 2)
        mixHash(second.exposed.bytes)
        cipher = CipherState(key: Self.expand(extracted, after: second, number: 3))
    }

    mutating func encryptAndHash(_ plaintext: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.count + CipherState.overhead)
        let associated = hash.bytes
        unsafe plaintext.withUnsafeBytes { plaintext in
            unsafe sealed.withUnsafeMutableBytes { sealed in
                unsafe cipher?.seal(plaintext, authenticating: associated, into: sealed)
            }
        }
        mixHash(sealed)
        return sealed
    }

    mutating func decryptAndHash(_ sealed: [UInt8]) throws(NoiseError) -> [UInt8] {
        guard sealed.count >= CipherState.overhead else { throw .truncated }
        // One byte of room at least: an empty plaintext needs an address too.
        let count = sealed.count - CipherState.overhead
        var plaintext = [UInt8](repeating: 0, count: max(1, count))
        let associated = hash.bytes
        let failure = unsafe sealed.withUnsafeBytes { sealed -> NoiseError? in
            unsafe plaintext.withUnsafeMutableBytes { plaintext -> NoiseError? in
                do throws(NoiseError) {
                    try unsafe cipher?.open(sealed, authenticating: associated, into: plaintext)
                    return nil
                } catch {
                    return error
                }
            }
        }
        if let failure { throw failure }
        mixHash(sealed)
        return Array(plaintext.prefix(count))
    }

    /// The keys of the two directions, the initiator's first.
    consuming func split() -> (SecretBytes32, SecretBytes32) {
        let extracted = unsafe Self.hmac(chainingKey, nil, 0)
        let first = Self.expand(extracted, after: nil, number: 1)
        return (first, Self.expand(extracted, after: first, number: 2))
    }

    /// One step of HKDF's expansion: the code of the step before and a number, under the extracted key.
    private static func expand(
        _ extracted: SecretBytes32, after previous: SecretBytes32?, number: UInt8
    ) -> SecretBytes32 {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 33) { message in
            guard let base = message.baseAddress else {
                preconditionFailure("a temporary has an address")
            }
            let prefix = previous == nil ? 0 : Bytes32.count
            unsafe previous?.withBytes { unsafe base.update(from: $0, count: Bytes32.count) }
            unsafe message[prefix] = number
            let code = unsafe hmac(extracted, base, prefix + 1)
            unsafe sodium_memzero(base, message.count)
            return code
        }
    }

    private static func hmac(
        _ key: SecretBytes32, _ message: UnsafePointer<UInt8>?, _ count: Int
    ) -> SecretBytes32 {
        unsafe SecretBytes32 { code in
            unsafe key.withBytes { key in
                var state = crypto_auth_hmacsha256_state()
                unsafe crypto_auth_hmacsha256_init(&state, key, Bytes32.count)
                unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(count))
                unsafe crypto_auth_hmacsha256_final(&state, code)
                unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
            }
        }
    }

    private static func sha256(_ data: [UInt8]) -> Bytes32 {
        unsafe Bytes32 { unsafe crypto_hash_sha256($0, data, UInt64(data.count)) }
    }
}
