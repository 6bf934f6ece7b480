import Foundation

/// One viewer's process and what it last reported.
actor PeerProcess {
    enum Fate: Sendable {
        case running
        /// The run killed it.
        case killed
        /// It ended by itself before it was told to.
        case died
    }

    nonisolated let number: Int
    private let process: ChildProcess
    private(set) var report = ViewerReport()
    private(set) var fate = Fate.running

    init(number: Int, settings: PeerArguments, log: FileHandle) throws {
        self.number = number
        guard let program = Bundle.main.executablePath else {
            throw ChildProcess.Failure(description: "this program does not know where it is")
        }
        process = try ChildProcess(program, ["peer"], errors: log)
        try process.write(try JSONEncoder().encode(settings))
    }

    /// Follows the reports until the process ends.
    func follow() async {
        for await line in process.lines {
            guard let report = decode(line) else { continue }
            self.report = report
        }
        await process.end()
        if case .running = fate, !isTold { fate = .died }
    }

    private var isTold = false

    var isOver: Bool {
        switch fate {
        case .killed, .died: true
        case .running: report.phase == .finished || report.phase == .failed
        }
    }

    func kill() {
        fate = .killed
        process.send(SIGKILL)
    }

    /// Lets the viewer's engine go.
    func stop() async {
        isTold = true
        process.closeInput()
        await process.stop(within: .seconds(10))
    }

    private func decode(_ line: String) -> ViewerReport? {
        do {
            return try JSONDecoder().decode(ViewerReport.self, from: Data(line.utf8))
        } catch {
            return nil
        }
    }
}
