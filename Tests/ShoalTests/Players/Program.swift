import EventLoop
import Foundation
import IOTestSupport

/// Runs a program to its end.
enum Program {
    /// Returns its status, 0 if all went well, and what it printed, which goes to the file `log`.
    static func run(
        _ arguments: [String], log: String, on loop: UVEventLoop
    ) async throws -> (status: Int32, text: String) {
        let process = try ChildProcess(arguments, log: log)
        do {
            while true {
                if let status = process.status {
                    return (status, try String(contentsOfFile: log, encoding: .utf8))
                }
                try Task.checkCancellation()
                try await loop.pass(.milliseconds(10))
            }
        } catch is CancellationError {
            process.end()
            throw CancellationError()
        }
    }
}
