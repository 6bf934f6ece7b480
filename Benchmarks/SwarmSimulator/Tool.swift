import Foundation
import Primitives
import SwarmSimulation

/// Simulates a swarm under several policies and compares what came of it.
@main
struct Tool {
    static func main() {
        do {
            guard let arguments = try SimulatorArguments(Array(CommandLine.arguments.dropFirst()))
            else { return try Output.say(SimulatorArguments.help) }
            exit(try run(arguments) ? 0 : 1)
        } catch let problem as WordReader.Problem {
            Output.complain("\(problem.description)\nTry: SwarmSimulator --help")
            exit(2)
        } catch {
            Output.complain(error.localizedDescription)
            exit(1)
        }
    }

    private static func run(_ arguments: SimulatorArguments) throws -> Bool {
        LargePages.use()
        // A reader who is gone is an error to handle, and not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        let file = try arguments.plot.map { try PlotFile($0) }
        let plan = arguments.plan
        let comparison = Comparison(
            plan, arguments.policies.map { simulate(plan, $0) }, clean: clean(of: arguments))
        let cost = cost(of: comparison)
        // First the file: the text may go to somebody who does not read to the end.
        try file?.write(ComparisonPlot(comparison).plot)
        if arguments.printsJSON {
            try Output.say(try ComparisonDocument(comparison, cost: cost).text())
        } else {
            try Output.say(text(comparison, cost: cost))
        }
        let failures = comparison.failures(of: arguments.requirements)
        for failure in failures { Output.complain(failure) }
        return failures.isEmpty
    }

    /// The first policy's result for the same viewers, but that none of them is hostile.
    private static func clean(of arguments: SimulatorArguments) -> SimulationResult? {
        guard arguments.hostile > 0 else { return nil }
        return arguments.policies.first.map { simulate(arguments.plan.clean, $0).result }
    }

    private static func simulate(
        _ plan: SimulationPlan, _ policy: SimulationPolicy
    ) -> (result: SimulationResult, seconds: Double) {
        var progress = Progress(of: policy.label, length: plan.duration)
        var simulation = Simulation(plan, policy: policy)
        let result = simulation.run { progress.reached($0.now) }
        progress.end()
        return (result: result, seconds: progress.elapsed.inSeconds)
    }

    private static func text(_ comparison: Comparison, cost: ComparisonDocument.Cost) -> String {
        let head = ComparisonHead(comparison)
        let shares = comparison.runs.map {
            String(format: "%@ %.1f s", $0.result.policy.label, $0.seconds)
        }
        let foot = String(
            format: "simulated in %.1f s (%@), of CPU time %.1f s; %.0f MiB of memory at most",
            cost.seconds, shares.joined(separator: ", "), cost.cpuSeconds,
            Double(cost.peakMemoryBytes) / 1_048_576)
        let parts = [
            [head.title, head.details] + head.theory, ComparisonTable(comparison).lines, [foot],
        ]
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func cost(of comparison: Comparison) -> ComparisonDocument.Cost {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        let cpu = [usage.ru_utime, usage.ru_stime]
            .reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        return ComparisonDocument.Cost(
            seconds: comparison.runs.reduce(0) { $0 + $1.seconds }, cpuSeconds: cpu,
            peakMemoryBytes: usage.ru_maxrss * 1024)
    }
}
