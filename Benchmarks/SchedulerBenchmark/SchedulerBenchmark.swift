import Foundation

/// What a decision of the schedule costs, and whether it grows with what did not change.
@main
struct SchedulerBenchmark {
    static func main() {
        do {
            guard let options = try Options(Array(CommandLine.arguments.dropFirst())) else {
                return print(Options.help)
            }
            exit(try run(options) ? 0 : 1)
        } catch let problem as UsageProblem {
            print("\(problem)\nTry: SchedulerBenchmark --help")
            exit(2)
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }

    private static func run(_ options: Options) throws -> Bool {
        let limits = try options.limits.map { try Limits(reading: $0) }
        let cost = GridCost(measuring: options.grid)
        print(options.printsJSON ? try json(cost) : CostTables(cost).text)
        guard let limits else { return true }
        let failures = limits.failures(of: cost)
        for failure in failures { complain(failure) }
        return failures.isEmpty
    }

    private static func json(_ cost: GridCost) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(cost), as: UTF8.self)
    }

    /// Not into the output, which may be read by a program.
    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
