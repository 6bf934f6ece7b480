import CSodium
package import Primitives

/// HMAC-SHA256 with a key of any length.
package func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> Bytes32 {
    Sodium.started
    return unsafe Bytes32 { mac in
        var state = crypto_auth_hmacsha256_state()
        unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        unsafe crypto_auth_hmacsha256_final(&state, mac)
        unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
    }
}
