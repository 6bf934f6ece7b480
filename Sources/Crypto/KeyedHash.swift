import CSodium
package import Primitives

/// BLAKE2b-256 of `message` under `key`.
package func keyedHash(key: Bytes32, _ message: [UInt8]) -> Bytes32 {
    Sodium.started
    return unsafe Bytes32 { hash in
        unsafe key.withBytes { key in
            _ = unsafe crypto_generichash_blake2b(
                hash, Bytes32.count, message, UInt64(message.count), key, Bytes32.count)
        }
    }
}

/// BLAKE2b-128 of `message` under a secret key: the length a `mac1` has.
package func keyedMAC16(key: SecretBytes32, _ message: [UInt8]) -> [UInt8] {
    var mac = [UInt8](repeating: 0, count: 16)
    unsafe key.withBytes { key in
        _ = unsafe crypto_generichash_blake2b(
            &mac, mac.count, message, UInt64(message.count), key, Bytes32.count)
    }
    return mac
}
