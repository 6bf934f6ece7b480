import CSodium
package import Primitives

/// Thirty-two secret bytes in locked memory, zeroed when the last owner lets go.
///
/// The bytes never change after `init`, so any thread may read them. Comparison is constant in time.
package final class SecretBytes32: Sendable {
    private let place: SecretArena.Place

    /// Random bytes.
    package init() {
        place = SecretArena.shared.take()
        unsafe randombytes_buf(place.address, Bytes32.count)
    }

    package init(_ value: Bytes32) {
        place = SecretArena.shared.take()
        unsafe value.withBytes { bytes in
            unsafe place.address.copyMemory(from: bytes, byteCount: Bytes32.count)
        }
    }

    /// Lets `fill` write the bytes; what it throws is thrown, and the place is given back.
    init<Failure: Error>(
        filledBy fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        place = SecretArena.shared.take()
        try unsafe fill(place.address.assumingMemoryBound(to: UInt8.self))
    }

    deinit {
        SecretArena.shared.giveBack(place)
    }

    func withBytes<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        unsafe body(UnsafePointer(place.address.assumingMemoryBound(to: UInt8.self)))
    }

    /// A copy outside of locked memory, for the one message that must carry the secret.
    package var exposed: Bytes32 {
        unsafe Bytes32(
            copying: UnsafeRawBufferPointer(start: place.address, count: Bytes32.count))
    }
}

extension SecretBytes32: Equatable {
    package static func == (left: SecretBytes32, right: SecretBytes32) -> Bool {
        unsafe sodium_memcmp(left.place.address, right.place.address, Bytes32.count) == 0
    }
}

extension SecretBytes32: CustomStringConvertible, CustomReflectable {
    package var description: String { "‹secret›" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
