import CSodium
package import Primitives

/// An Ed25519 key that signs.
package struct SigningKey: Sendable {
    package static let signatureSize = Int(crypto_sign_BYTES)

    package let publicKey: VerifyingKey
    private let seed: SecretBytes32

    package init(seed: Bytes32) {
        self.init(SecretBytes32(seed))
    }

    package static func generate() -> SigningKey { SigningKey(SecretBytes32()) }

    private init(_ seed: SecretBytes32) {
        self.seed = seed
        publicKey = unsafe VerifyingKey(
            Bytes32 { publicKey in
                unsafe Self.withSecretKey { secretKey in
                    unsafe seed.withBytes { seed in
                        _ = unsafe crypto_sign_seed_keypair(publicKey, secretKey, seed)
                    }
                }
            })
    }

    /// The sixty-four bytes of the signature over `message`.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureSize)
        unsafe Self.withSecretKey { secretKey in
            unsafe seed.withBytes { unsafe secretKey.update(from: $0, count: Bytes32.count) }
            unsafe publicKey.value.withBytes {
                unsafe (secretKey + Bytes32.count).update(from: $0, count: Bytes32.count)
            }
            _ = unsafe crypto_sign_detached(
                &signature, nil, message, UInt64(message.count), secretKey)
        }
        return signature
    }

    /// libsodium's secret key is seed and public key side by side; it lives for one call.
    private static func withSecretKey(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        let size = 2 * Bytes32.count
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { memory in
            guard let secretKey = memory.baseAddress else { return }
            unsafe body(secretKey)
            unsafe sodium_memzero(secretKey, size)
        }
    }
}
