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
                return Output.say(SwarmArguments.help)
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
        let run = try SwarmRun(arguments)
        let task = Task { try await run.run() }
        let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        let report = try await task.value
        for line in report.text { Output.say(line) }
        if let file = arguments.json {
            try report.json().write(to: URL(filePath: file))
        }
        return report.isGood
    }
}
