import Foundation

/// This executable again, in another part.
package struct ChildProcess: Sendable {
    private let process: Process
    private let input: Pipe
    private let output: Pipe

    package init(_ arguments: [String]) throws {
        (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    package var isRunning: Bool { process.isRunning }

    package var folder: String { "/proc/\(process.processIdentifier)" }

    /// The next line that it prints; empty if it prints no more.
    package func line() throws -> String {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    package func closeInput() throws { try input.fileHandleForWriting.close() }

    package func waitUntilExit() { process.waitUntilExit() }
}
