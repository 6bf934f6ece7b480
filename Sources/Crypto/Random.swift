import CSodium
package import Primitives

/// Unpredictable bytes from the operating system's generator.
package func randomBytes(_ count: Int) -> [UInt8] {
    Sodium.started
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
}

package func randomBytes32() -> Bytes32 {
    Sodium.started
    return unsafe Bytes32 { bytes in unsafe randombytes_buf(bytes, Bytes32.count) }
}
