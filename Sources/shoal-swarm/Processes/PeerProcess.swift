import Foundation

/// One viewer's process and what it last reported.
actor PeerProcess {
    private enum Fate {
        case running
        /// The run killed it, as it was asked to.
        case killed
        /// The run killed it, since it took too long.
        case overdue(afterSeconds: Double)
        /// It ended before it was told to.
        case died(ChildProcess.End)
        case toldToEnd
        /// It ended after it was told to.
        case ended(ChildProcess.End)
    }

    nonisolated let number: Int
    private static let longestShutdown = Duration.seconds(10)

    private let process: ChildProcess
    private let log: LogFile
    private let chunks: AsyncStream<Data>
    private var report = ViewerReport()
    private var loaded: [String: Int] = [:]
    private var fate = Fate.running

    init(number: Int, settings: PeerArguments, log: LogFile) async throws {
        self.number = number
        self.log = log
        guard let program = Bundle.main.executablePath else {
            throw RunFailure("this program does not know where it is")
        }
        let output = Pipe()
        process = try await ChildProcess(program, ["peer"], log: log, output: output)
        chunks = output.fileHandleForReading.chunks()
        try await process.write(try JSONEncoder().encode(settings))
    }

    /// Follows the reports until the process ends; it is killed if this is cancelled.
    func follow() async {
        var splitter = LineSplitter()
        for await chunk in chunks {
            for line in splitter.add(chunk) { read(line) }
        }
        let end = await process.waitOrKill()
        switch fate {
        case .running: fate = .died(end)
        case .toldToEnd: fate = .ended(end)
        case .killed, .overdue, .died, .ended: break
        }
    }

    var state: ViewerState {
        let (phase, problem): (ViewerState.Phase, String?) =
            switch fate {
            case .killed: (.killed, nil)
            case .overdue(let seconds):
                (
                    .overdue,
                    String(
                        format: "at %.1f of %.1f s after %.0f s", report.position,
                        report.duration, seconds)
                )
            case .died(let end): (.died, "its process ended by itself, \(end)")
            case .running, .toldToEnd, .ended(.exit(0)):
                (ViewerState.Phase(report.phase), report.problem)
            case .ended(.signal(SIGKILL)):
                (.died, "did not end within \(Self.longestShutdown) when it was told to")
            case .ended(let end): (.died, "ended with \(end) when it was told to end")
            }
        return ViewerState(
            number: number, phase: phase, problem: problem, report: report, loaded: loaded)
    }

    /// What it wrote to its standard error.
    var complaints: [String] { log.excerpt() }

    /// Kills it in mid-flight.
    func kill() {
        fate = .killed
        process.send(SIGKILL)
    }

    func giveUp(afterSeconds seconds: Double) {
        fate = .overdue(afterSeconds: seconds)
        process.send(SIGKILL)
    }

    /// Lets the viewer's engine go, and waits for the process to end.
    func stop() async {
        if case .running = fate { fate = .toldToEnd }
        await process.closeInput()
        await process.waitForEnd(within: Self.longestShutdown)
    }

    private func read(_ line: String) {
        do {
            report = try JSONDecoder().decode(ViewerReport.self, from: Data(line.utf8))
            for segment in report.loaded { loaded[segment.name] = segment.bytes }
        } catch {
            // A viewer that is killed in the middle of a line leaves half of it.
        }
    }
}
