import CSodium
import Glibc

/// Hands out 32-byte places in guarded memory that is locked and left out of core dumps.
///
/// One guarded block a key would cost four mappings each and run a tracker with ten thousand sessions
/// into the kernel's limit. Secrets are made and freed on any thread, hence the lock; it is held for a
/// few instructions. Blocks are kept for the life of the process: as many as its most secrets needed.
@safe final class SecretArena: @unchecked Sendable {
    /// An address in guarded memory, which has one owner at a time.
    @safe struct Place: @unchecked Sendable {
        let address: UnsafeMutableRawPointer
    }

    static let shared = SecretArena()

    private static let placeSize = 32
    private static let placesInBlock = 504

    /// Of pthread, because ThreadSanitizer does not see the kernel hand over Swift's own.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var free: [Place] = []

    private init() {
        Sodium.started
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init: \(result)")
    }

    /// A place full of zeroes.
    func take() -> Place {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if free.isEmpty { free = Self.newBlock() }
        return free.removeLast()
    }

    func giveBack(_ place: Place) {
        unsafe sodium_memzero(place.address, Self.placeSize)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        free.append(place)
    }

    private static func newBlock() -> [Place] {
        guard let block = unsafe sodium_malloc(placeSize * placesInBlock) else {
            preconditionFailure("no memory for secrets")
        }
        unsafe sodium_memzero(block, placeSize * placesInBlock)
        return (0..<placesInBlock).map { unsafe Place(address: block + $0 * placeSize) }
    }
}
