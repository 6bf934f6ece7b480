import CSodium
import Primitives

/// Derives subkey number `id` of `secret` for one purpose, which eight ASCII characters name.
package func deriveSubkey(secret: SecretBytes32, id: UInt64, context: StaticString) -> SecretBytes32
{
    precondition(
        context.utf8CodeUnitCount == Int(crypto_kdf_CONTEXTBYTES), "a context has eight bytes")
    return unsafe SecretBytes32 { subkey in
        unsafe secret.withBytes { secret in
            _ = unsafe context.utf8Start.withMemoryRebound(
                to: CChar.self, capacity: context.utf8CodeUnitCount
            ) { context in
                unsafe crypto_kdf_derive_from_key(subkey, Bytes32.count, id, context, secret)
            }
        }
    }
}
