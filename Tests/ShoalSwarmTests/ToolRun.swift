import Foundation
import Testing

@testable import shoal_swarm

/// The real program, run in a folder of its own.
final class ToolRun: Sendable {
    /// Why the program cannot run here, for the test to say aloud.
    static var obstacle: String? {
        for program in ["nginx", "ffmpeg"] {
            let places = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"]
            let isThere = places.contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            }
            if !isThere { return "\(program) is not installed" }
        }
        return nil
    }

    let folder: URL
    /// Every process of the run has it in its environment.
    private let mark = UUID().uuidString
    private let log: LogFile

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tool-run-\(mark)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        log = try LogFile(folder.appending(path: "run.log"))
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record(error)
        }
    }

    func start(_ arguments: [String], output: Pipe? = nil) async throws -> ChildProcess {
        let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
        return try await ChildProcess(
            "env",
            ["TMPDIR=\(folder.path)", "SHOAL_TEST_RUN=\(mark)"]
                + [products.appending(path: "shoal-swarm").path] + arguments, log: log,
            output: output)
    }

    func toEnd(_ arguments: [String]) async throws -> ChildProcess.End {
        try await start(arguments).waitForEnd()
    }

    var output: [String] { get throws { try lines("run.log") } }

    func data(_ file: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: file))
    }

    private func lines(_ file: String) throws -> [String] {
        String(decoding: try data(file), as: UTF8.self).components(separatedBy: "\n")
    }

    /// What a run left behind: processes by their command line, and folders.
    func leftovers() throws -> [String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("shoal-swarm-") }
        return folders + (try processes())
    }

    /// Every process of the run, by its command line.
    func processes() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc")
            .filter { Int($0) != nil && isMarked($0) }.map(commandLine)
    }

    private func isMarked(_ process: String) -> Bool {
        read("/proc/\(process)/environ").contains("SHOAL_TEST_RUN=\(mark)")
    }

    private func commandLine(_ process: String) -> String {
        process + " " + read("/proc/\(process)/cmdline")
    }

    private func read(_ path: String) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            // It has ended meanwhile, or belongs to somebody else.
            return ""
        }
    }
}
