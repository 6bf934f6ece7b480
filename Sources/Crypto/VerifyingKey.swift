import CSodium
package import Primitives

/// An Ed25519 key that checks signatures.
package struct VerifyingKey: Hashable, Sendable {
    package let value: Bytes32

    package init(_ value: Bytes32) {
        self.value = value
    }

    /// False for a signature of any other length than sixty-four bytes.
    package func verifies(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == SigningKey.signatureSize else { return false }
        Sodium.started
        return unsafe value.withBytes { key in
            unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
        }
    }
}
