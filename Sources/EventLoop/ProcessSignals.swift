import Glibc

enum ProcessSignals {
    private static let ignoringBrokenPipes: Void = {
        _ = signal(SIGPIPE, SIG_IGN)
    }()

    /// Once per process: a write to a closed socket must be an error, not the end of the host.
    static func ignoreBrokenPipes() {
        ignoringBrokenPipes
    }
}
