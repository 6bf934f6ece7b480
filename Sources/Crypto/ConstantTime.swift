import CSodium
package import Primitives

/// Compares in a time that depends on the lengths only.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    guard !left.isEmpty else { return true }
    return unsafe sodium_memcmp(left, right, left.count) == 0
}

package func constantTimeEquals(_ left: Bytes32, _ right: Bytes32) -> Bool {
    unsafe left.withBytes { left in
        unsafe right.withBytes { right in unsafe sodium_memcmp(left, right, Bytes32.count) == 0 }
    }
}
