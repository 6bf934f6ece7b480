import Foundation
import Harness

/// What a session costs those who use it: `calls` by the player's thread, `start` of playback, and what
/// is left behind when sessions come and go for long (`soak`).
@main struct SessionBenchmark {
    private static let usage = """
        usage: SessionBenchmark [--check FILE | --write FILE]   what calls of a player's thread cost
               SessionBenchmark start                           start-up beside a player without engine
               SessionBenchmark soak [MINUTES]                  sessions that come and go, for 30 minutes
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case World.flag: try await World.run(Array(arguments.dropFirst()))
        case "start": try await end(StartUpRun.perform())
        case "soak":
            guard let minutes = arguments.count > 1 ? Int(arguments[1]) : 30, minutes > 0 else {
                print(usage)
                exit(EXIT_FAILURE)
            }
            try await end(Soak.perform(minutes: minutes))
        case nil, "--check", "--write": try await end(PlayerCalls.measure(CommandLine.arguments))
        default:
            print(usage)
            exit(EXIT_FAILURE)
        }
    }

    private static func end(_ isGood: Bool) {
        exit(isGood ? EXIT_SUCCESS : EXIT_FAILURE)
    }
}
