import Foundation
import Shoal

/// A command of the operator's that prints grants: whoever signs them need not be on this machine.
///
/// A shell runs it, with what the grant is wanted for in its environment. What it complains of is
/// seen where the node's own complaints are.
struct GrantCommand: Sendable {
    enum Failure: Error, Equatable, CustomStringConvertible {
        case notStarted
        case status(Int32)
        case nothingPrinted
        case tooLong
        case tooSlow(seconds: Int)

        var description: String {
            switch self {
            case .notStarted: "the grant command cannot be started"
            case .status(let status): "the grant command ended with status \(status)"
            case .nothingPrinted: "the grant command printed nothing"
            case .tooLong: "the grant command printed more than a grant"
            case .tooSlow(let seconds): "the grant command took more than \(seconds) s"
            }
        }
    }

    private static let longestGrant = 4096
    /// What timeout(1) ends with when it had to end the command.
    private static let timedOut: Int32 = 124

    let text: String
    var limitSeconds = 15

    /// What the command printed, without the blanks around it.
    ///
    /// Throws `Failure`.
    func grant(_ request: P2PGrantRequest) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // Reading waits, which threads that tasks share must not do.
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(request) })
            }
        }
    }

    private func run(_ request: P2PGrantRequest) throws(Failure) -> String {
        let process = Process()
        let output = Pipe()
        // timeout(1) ends whatever the command has started as well. The signals that a node blocks or
        // ignores itself would else not reach any of it.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "--default-signal", "timeout", "--kill-after=1", "\(limitSeconds)", "/bin/sh", "-c",
            text,
        ]
        Self.unblockSignals()
        process.environment = Self.environment(of: request)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        let printed: Data?
        do {
            try process.run()
            printed = try output.fileHandleForReading.read(upToCount: Self.longestGrant + 1)
            try output.fileHandleForReading.close()
        } catch {
            throw .notStarted
        }
        process.waitUntilExit()
        return try grant(printed ?? Data(), process.terminationStatus)
    }

    private func grant(_ printed: Data, _ status: Int32) throws(Failure) -> String {
        guard status != Self.timedOut else { throw .tooSlow(seconds: limitSeconds) }
        // A command that prints on and on is ended by its broken pipe.
        guard printed.count <= Self.longestGrant else { throw .tooLong }
        guard status == 0 else { throw .status(status) }
        let text = String(decoding: printed, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .nothingPrinted }
        return text
    }

    /// Of this thread, whose signals those of the process that it starts are.
    private static func unblockSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    private static func environment(of request: P2PGrantRequest) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["SHOAL_CLIENT_KEY"] = request.clientKey
        environment["SHOAL_SWARM"] = request.swarm
        environment["SHOAL_BUNDLE"] = request.bundleId
        environment["SHOAL_CONTENT"] = request.contentId
        return environment
    }
}
