import Foundation
import Glibc

/// A script beside a test that has real programs do something, among them those that were built with it.
package struct PythonScript {
    package struct Outcome: Sendable {
        package let status: Int32
        /// All that it wrote, wherever to.
        package let output: String
    }

    /// Where the programs are: beside the test bundle, wherever that was built.
    package static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    private let path: String
    private let seconds: Int

    /// The script of that name beside `file`, which is ended after so many seconds.
    package init(_ name: String, beside file: String, seconds: Int) {
        path = URL(filePath: file).deletingLastPathComponent().appending(path: name).path
        self.seconds = seconds
    }

    package static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin", "/usr/sbin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    package func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "\(seconds)", "python3", "-B", path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
    }
}
