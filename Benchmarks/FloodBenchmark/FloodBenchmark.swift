import Foundation

/// What a flood of connections does to a node and to a tracker, and to those whom they serve.
@main struct FloodBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case Victim.flag:
            guard let kind = arguments.last.flatMap(VictimKind.init) else { exit(EXIT_FAILURE) }
            try await Victim.run(kind)
        case FloodProcess.flag:
            guard let port = arguments.last.flatMap(UInt16.init) else { exit(EXIT_FAILURE) }
            FloodProcess.run(at: port)
        case nil:
            try await floodAll()
        default:
            print("usage: FloodBenchmark")
            exit(EXIT_FAILURE)
        }
    }

    private static func floodAll() async throws {
        var isFailure = false
        for kind in VictimKind.allCases {
            let outcome = try await FloodRun.perform(kind)
            print(outcome.text)
            for fault in outcome.faults { print("  FAILS: \(fault)") }
            isFailure = isFailure || !outcome.faults.isEmpty
        }
        exit(isFailure ? EXIT_FAILURE : EXIT_SUCCESS)
    }
}
