import Foundation
import TestSupport
import Testing

/// The core of `make players`: real programs play through a swarm of three processes what they play
/// directly, to the byte.
@Suite(.timeLimit(.minutes(4))) struct CoreMatrixTests {
    @Test(
        .enabled(if: PythonScript.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: PythonScript.isInstalled("nginx"), "nginx is not installed"),
        .enabled(if: PythonScript.isInstalled("mpv"), "mpv is not installed"))
    func `what plays directly plays through a swarm, the same`() async throws {
        let cache = FileManager.default.temporaryDirectory.appending(path: "players-\(UUID())")
        defer {
            do { try FileManager.default.removeItem(at: cache) } catch { Issue.record(error) }
        }
        let script = PythonScript("matrix.py", beside: #filePath, seconds: 200)
        let outcome = try script.run([
            "--core", "--products", PythonScript.products, "--cache", cache.path,
        ])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
