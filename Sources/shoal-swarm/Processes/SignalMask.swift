import Foundation

/// The signals that the calling thread keeps from itself, and that a new process inherits.
enum SignalMask {
    /// Runs `body` with no signal blocked.
    ///
    /// Threads of a pool block them all, and an nginx that inherits this cannot be told to end.
    static func withNothingBlocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var old = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        try body()
    }
}
