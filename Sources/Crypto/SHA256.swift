import CSodium
package import Primitives

/// SHA-256, for digests of other makers; all of our own are BLAKE2b.
package func sha256(_ message: UnsafeRawBufferPointer) -> Bytes32 {
    Sodium.started
    return unsafe Bytes32 { hash in
        _ = unsafe crypto_hash_sha256(
            hash, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt64(message.count))
    }
}
