import Foundation

/// A process that the run started, and ends.
final class ChildProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Process
    let lines: AsyncStream<String>
    private let input = Pipe()
    private let ended: AsyncStream<Int32>

    /// Starts `program`, found on the PATH if it has no slash; its standard output comes as lines.
    init(_ program: String, _ arguments: [String], errors: FileHandle? = nil) throws {
        process = Process()
        guard let path = Self.find(program) else {
            throw Failure(description: "\(program) is not installed")
        }
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        if let errors { process.standardError = errors }
        lines = Self.lines(of: output.fileHandleForReading)
        let (ended, continuation) = AsyncStream<Int32>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        self.ended = ended
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        try process.run()
    }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    func write(_ line: Data) throws {
        try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
    }

    func closeInput() { try? input.fileHandleForWriting.close() }

    func send(_ signal: Int32) {
        if isRunning { kill(pid, signal) }
    }

    /// Waits for the end, and returns the exit status.
    @discardableResult
    func end() async -> Int32 {
        for await status in ended { return status }
        return process.isRunning ? -1 : process.terminationStatus
    }

    /// Asks the process to end, insists after a while, and waits.
    func stop(within patience: Duration = .seconds(5)) async {
        send(SIGTERM)
        await withTaskGroup { group in
            group.addTask { await self.end() }
            group.addTask {
                do { try await Task.sleep(for: patience) } catch { return 0 }
                self.send(SIGKILL)
                return await self.end()
            }
            _ = await group.next()
            group.cancelAll()
        }
    }

    private static func find(_ program: String) -> String? {
        guard !program.contains("/") else { return program }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/sbin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
            let splitter = LineSplitter()
            handle.readabilityHandler = { handle in
                let data = handle.availableData
                for line in splitter.add(data) { continuation.yield(line) }
                guard data.isEmpty else { return }
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
    }
}
