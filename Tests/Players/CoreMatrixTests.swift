import Foundation
import Glibc
import Testing

/// The core of `make players`: real programs play through a swarm of three processes what they play
/// directly, to the byte.
@Suite(.timeLimit(.minutes(4))) struct CoreMatrixTests {
    /// Beside the test bundle, wherever that was built.
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin", "/usr/sbin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    @Test(
        .enabled(if: isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: isInstalled("nginx"), "nginx is not installed"),
        .enabled(if: isInstalled("mpv"), "mpv is not installed"))
    func `what plays directly plays through a swarm, the same`() async throws {
        let cache = FileManager.default.temporaryDirectory.appending(path: "players-\(UUID())")
        defer {
            do { try FileManager.default.removeItem(at: cache) } catch { Issue.record(error) }
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "timeout", "200", "python3", "-B",
            URL(filePath: #filePath).deletingLastPathComponent().path + "/matrix.py", "--core",
            "--products", Self.products.path, "--cache", cache.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
    }
}
