import Glibc

/// A program that a test starts and ends.
///
/// Not Foundation's `Process`: that leaves what the leak check finds, and hands its blocked signals on.
package struct ChildProcess: Sendable {
    package struct SpawnFailure: Error {
        let code: Int32
    }

    private let id: pid_t

    /// Starts `arguments[0]`, found in the path; what it prints goes to the file `log`.
    package init(_ arguments: [String], log: String) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        var environment = unsafe [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin")]
        // Programs of ours are built with the sanitizer that the tests are.
        if let options = unsafe getenv("LSAN_OPTIONS") {
            unsafe environment.append(strdup("LSAN_OPTIONS=" + String(cString: options)))
        }
        unsafe environment.append(nil)
        defer { unsafe environment.forEach { unsafe free($0) } }
        var id: pid_t = 0
        let code = unsafe posix_spawnp(
            &id, arguments[0], &actions, &attributes, &argv, &environment)
        guard code == 0 else { throw SpawnFailure(code: code) }
        self.id = id
    }

    /// Whether it has not ended by itself; to be asked no more once it has.
    package var isRunning: Bool {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0
    }

    /// Whether a program of this name can be started.
    package static func isInstalled(_ program: String) -> Bool {
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains {
            unsafe access("\($0)/\(program)", X_OK) == 0
        }
    }

    /// Its status, if it has ended by itself; to be asked no more once it has.
    package var status: Int32? {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0 ? nil : status
    }

    /// Waits for its end and gives its status, which is 0 if all went well.
    @discardableResult
    package func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
        return status
    }

    package func signal(_ number: Int32) { _ = Glibc.kill(id, number) }

    package func end() {
        _ = Glibc.kill(id, SIGTERM)
        wait()
    }

    /// Ends it between two of its instructions, wherever that is.
    package func kill() {
        _ = Glibc.kill(id, SIGKILL)
        wait()
    }
}
