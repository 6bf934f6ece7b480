import Foundation
import Glibc

/// The built `shoal-tracker`, run as an operator runs it.
///
/// Not `Foundation.Process`, whose pipes are inherited by every child that is started meanwhile, so that one
/// child's end is noticed only at the end of another.
struct ToolProcess {
    struct Result {
        let status: Int32
        let output: String
        let error: String
    }

    struct SpawnFailure: Error {
        let code: Int32
    }

    /// Beside the test bundle, wherever that was built.
    private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "shoal-tracker").path

    private let process: pid_t
    private let output: AsyncStream<String>
    private let error: AsyncStream<String>

    init(_ arguments: [String]) throws {
        let output = OutputPipe()
        let error = OutputPipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, error.writing, 2)
        var words = unsafe ([Self.executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, Self.executable, &actions, nil, &words, environ)
        guard code == 0 else { throw SpawnFailure(code: code) }
        self.process = process
        self.output = output.text()
        self.error = error.text()
    }

    static func run(_ arguments: [String]) async throws -> Result {
        await (try ToolProcess(arguments)).result()
    }

    /// Returns what was written up to and with `marker`, or all if that never comes.
    func output(until marker: String) async -> String {
        var output = ""
        for await text in self.output {
            output += text
            if output.contains(marker) { break }
        }
        return output
    }

    func terminate() {
        _ = kill(process, SIGTERM)
    }

    func hangUp() {
        _ = kill(process, SIGHUP)
    }

    /// Waits for the end, and returns what was not read yet.
    func result() async -> Result {
        var output = ""
        for await text in self.output { output += text }
        var error = ""
        for await text in self.error { error += text }
        // Both pipes are at their end, so that the process has at most its exit before it.
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        return Result(
            status: status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f), output: output,
            error: error)
    }
}

/// A pipe that no other child inherits.
private struct OutputPipe {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Unlike `pipe`, this closes the ends to other children in the same moment.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        _ = unsafe socketpair(AF_UNIX, Int32(type), 0, &ends)
        reading = ends[0]
        writing = ends[1]
    }

    /// What comes out of it until no process has it open for writing; this process gives that up.
    func text() -> AsyncStream<String> {
        close(writing)
        let reading = reading
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe read(reading, &buffer, buffer.count)
                guard count > 0 else { break }
                continuation.yield(String(decoding: buffer[..<count], as: UTF8.self))
            }
            close(reading)
            continuation.finish()
        }
        return stream
    }
}
