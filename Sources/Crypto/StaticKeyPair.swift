import CSodium
package import Primitives

/// An X25519 key pair; the public half names its owner.
package struct StaticKeyPair: Sendable {
    package let publicKey: Bytes32
    private let secret: SecretBytes32

    package init(secret: SecretBytes32) {
        self.secret = secret
        publicKey = unsafe Bytes32 { publicKey in
            unsafe secret.withBytes { secret in
                _ = unsafe crypto_scalarmult_base(publicKey, secret)
            }
        }
    }

    package static func generate() -> StaticKeyPair { StaticKeyPair(secret: SecretBytes32()) }

    /// What both owners can compute; throws for a remote key of low order, whose secret would be zero.
    func sharedSecret(with remote: Bytes32) throws(NoiseError) -> SecretBytes32 {
        try unsafe SecretBytes32 { shared throws(NoiseError) in
            let status = unsafe secret.withBytes { secret in
                unsafe remote.withBytes { remote in
                    unsafe crypto_scalarmult(shared, secret, remote)
                }
            }
            guard status == 0 else { throw .invalidKey }
        }
    }
}
