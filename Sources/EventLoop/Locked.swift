import Glibc

/// A value that one thread at a time may see.
///
/// Over a pthread mutex, since ThreadSanitizer does not see the kernel hand over the lock of a
/// contended `Synchronization.Mutex` and then reports races that are none.
@safe package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init: \(result)")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Never call back into the same lock from `body`.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
