import Foundation
import Glibc
import Testing

/// Secrets planted in a swarm of real processes are found nowhere that they must not be.
@Suite(.timeLimit(.minutes(4))) struct CanaryScanTests {
    /// Beside the test bundle, wherever that was built.
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    @Test(.enabled(if: isInstalled("cc"), "no C compiler is installed"))
    func `peers, tracker, wire, output, crash text and files show none`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "timeout", "200", "python3", "-B",
            URL(filePath: #filePath).deletingLastPathComponent().path + "/scan.py",
            Self.products.path,
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
