import CSodium
import Synchronization

/// Hands out 32-byte places in guarded memory that is locked and left out of core dumps.
///
/// One guarded block a key would cost four mappings each and run a tracker with ten thousand sessions
/// into the kernel's limit. Secrets are made and freed on any thread, hence the lock; it is held for a
/// few instructions. Blocks are kept for the life of the process: as many as its most secrets needed.
enum SecretArena {
    /// An address in guarded memory, which has one owner at a time.
    @safe struct Place: @unchecked Sendable {
        let address: UnsafeMutableRawPointer
    }

    private static let placeSize = 32
    private static let placesInBlock = 504
    private static let free = Mutex<[Place]>([])

    /// A place full of zeroes.
    static func take() -> Place {
        free.withLock { free in
            if free.isEmpty { free = newBlock() }
            return free.removeLast()
        }
    }

    static func giveBack(_ place: Place) {
        unsafe sodium_memzero(place.address, placeSize)
        free.withLock { free in free.append(place) }
    }

    private static func newBlock() -> [Place] {
        Sodium.started
        guard let block = unsafe sodium_malloc(placeSize * placesInBlock) else {
            preconditionFailure("no memory for secrets")
        }
        unsafe sodium_memzero(block, placeSize * placesInBlock)
        return (0..<placesInBlock).map { unsafe Place(address: block + $0 * placeSize) }
    }
}
