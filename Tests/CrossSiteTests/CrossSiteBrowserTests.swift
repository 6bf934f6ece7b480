import Foundation
import Glibc
import Testing

/// Pages of a real browser get nothing from the local server, unless the application allowed them.
@Suite(.timeLimit(.minutes(4))) struct CrossSiteBrowserTests {
    /// Beside the test bundle, wherever that was built.
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private static let isBrowserInstalled = ["/usr/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/chromium-headless-shell")
    }

    @Test(.enabled(if: isBrowserInstalled, "Chromium is not installed"))
    func `a foreign site, a foreign port and a rebound name read and play nothing`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "timeout", "230", "python3", "-B",
            URL(filePath: #filePath).deletingLastPathComponent().path + "/crosssite.py",
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
