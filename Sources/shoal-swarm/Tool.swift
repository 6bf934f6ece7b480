import Dispatch
import Foundation

/// Runs a swarm on this machine and reports what it saved.
@main
struct Tool {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            // How the run starts its viewers; not for people.
            if words == ["peer"] { return try await PeerCommand.run() }
            guard let arguments = try SwarmArguments(words) else {
                return try Output.say(SwarmArguments.help)
            }
            exit(try await run(arguments) ? 0 : 1)
        } catch let problem as SwarmArguments.Problem {
            Output.complain("\(problem.description)\nTry: shoal-swarm --help")
            exit(64)
        } catch is CancellationError {
            Output.complain("stopped")
            exit(130)
        } catch {
            Output.complain("\(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: SwarmArguments) async throws -> Bool {
        // A reader who is gone is an error to handle, and not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        let file = try arguments.json.map { try ReportFile($0) }
        let run = try SwarmRun(arguments)
        let task = Task { try await run.run() }
        let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        let report: SwarmReport
        do {
            report = try await task.value
        } catch {
            try file?.discard()
            throw error
        }
        // First the file: the text may go to somebody who does not read to the end.
        try file?.write(report)
        for line in report.text { try Output.say(line) }
        return report.isGood
    }
}
