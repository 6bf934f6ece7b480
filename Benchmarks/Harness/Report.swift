import Foundation

/// What a benchmark executable prints, and how it exits.
package struct Report: Sendable {
    package let text: String
    package let isFailure: Bool

    init(text: String, isFailure: Bool) {
        self.text = text
        self.isFailure = isFailure
    }

    init(of measurements: [Measurement], for command: BenchmarkCommand) throws {
        let table = Self.table(of: measurements)
        switch command {
        case .show:
            self.init(text: table, isFailure: false)
        case .write(let path):
            try Thresholds(measurements).write(to: path)
            self.init(text: table, isFailure: false)
        case .check(let path):
            let differences = try Thresholds(reading: path).differences(to: measurements)
            self.init(table: table, differences: differences, path: path)
        }
    }

    private init(table: String, differences: [Thresholds.Difference], path: String) {
        let isFailure = differences.contains { $0.isFailure }
        var lines = [table]
        if !differences.isEmpty {
            let verdict = isFailure ? "does not hold" : "can be lowered"
            lines.append("\(path) \(verdict); to commit (--write does it):")
            lines += differences.flatMap(\.lines)
        }
        self.init(text: lines.joined(separator: "\n"), isFailure: isFailure)
    }

    private static func table(of measurements: [Measurement]) -> String {
        var table = TextTable(
            head: ["", "iterations", "allocations", "per iteration", "ns per iteration"])
        for measurement in measurements {
            table.add([
                measurement.name, "\(measurement.iterations)", "\(measurement.allocations)",
                String(format: "%.3f", measurement.allocationsPerIteration),
                String(format: "%.1f", measurement.nanosecondsPerIteration),
            ])
        }
        return table.text
    }
}
