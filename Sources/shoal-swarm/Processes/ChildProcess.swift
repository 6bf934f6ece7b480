import Dispatch
import Foundation
import Glibc

/// A process that the run started, and ends.
actor ChildProcess {
    enum End: Equatable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    /// A run is about this machine: no proxy of its network may stand between player and engine.
    private static let environment = ProcessInfo.processInfo.environment
        .filter { !$0.key.lowercased().hasSuffix("_proxy") }

    private nonisolated let process = Process()
    private nonisolated let input = Pipe()
    private var end: End?
    private var waiting: [CheckedContinuation<End, Never>] = []

    /// Starts `program`, found on the PATH if it has no slash, as a process that ends with this one.
    ///
    /// What it writes goes to `log`; its standard output goes to `output` instead if there is one.
    init(
        _ program: String, _ arguments: [String], log: LogFile, output: Pipe? = nil
    ) async throws {
        guard let path = Self.find(program) else {
            throw RunFailure("\(program) is not installed")
        }
        guard let setpriv = Self.find("setpriv") else {
            throw RunFailure("setpriv of util-linux is not installed")
        }
        process.executableURL = URL(filePath: setpriv)
        process.arguments = ["--pdeathsig", "KILL", "--", path] + arguments
        process.environment = Self.environment
        process.standardInput = input
        process.standardOutput = output ?? log.handle
        process.standardError = log.handle
        let isOver = DispatchSemaphore(value: 0)
        process.terminationHandler = { [weak self] process in
            let status = process.terminationStatus
            isOver.signal()
            let end: End =
                process.terminationReason == .uncaughtSignal ? .signal(status) : .exit(status)
            // The one way from Foundation's own thread into the actor.
            Task { [weak self] in await self?.ended(end) }
        }
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            // Linux ends such a child with the thread that started it, so that one stays.
            Thread.detachNewThread { [process] in
                do {
                    try SignalMask.withNothingBlocked { try process.run() }
                } catch {
                    return continuation.resume(throwing: error)
                }
                continuation.resume()
                isOver.wait()
            }
        }
    }

    nonisolated var isRunning: Bool { process.isRunning }

    nonisolated func send(_ signal: Int32) {
        if process.isRunning { Glibc.kill(process.processIdentifier, signal) }
    }

    func write(_ line: Data) throws {
        try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
    }

    func closeInput() {
        do {
            try input.fileHandleForWriting.close()
        } catch {
            // It is closed already.
        }
    }

    /// Waits for the end, also in a task that is cancelled.
    @discardableResult
    func waitForEnd() async -> End {
        if let end { return end }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Waits for the end of a process that is to end by itself, and kills it when cancelled.
    func waitOrKill() async -> End {
        await withTaskCancellationHandler {
            await waitForEnd()
        } onCancel: {
            send(SIGKILL)
        }
    }

    /// Waits for the end of a process that was told to, and kills it after `patience`.
    @discardableResult
    func waitForEnd(within patience: Duration) async -> End {
        async let _ = killProcess(after: patience)
        return await waitForEnd()
    }

    private func killProcess(after patience: Duration) async {
        do {
            try await Task.sleep(for: patience)
            send(SIGKILL)
        } catch {
            // It ended in time.
        }
    }

    private func ended(_ end: End) {
        self.end = end
        for continuation in waiting { continuation.resume(returning: end) }
        waiting = []
    }

    private static func find(_ program: String) -> String? {
        guard !program.contains("/") else { return program }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/sbin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

extension ChildProcess.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .exit(let status): "exit code \(status)"
        case .signal(let number): "signal \(number)"
        }
    }
}
