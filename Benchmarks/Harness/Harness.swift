import CAllocationCount

/// Measures bodies one after the other, and in the end reports or checks what they cost.
package struct Harness {
    private static let runs = 5

    private var measurements: [Measurement] = []

    /// Runs benchmarks and gives what to print.
    ///
    /// The command line may ask for `--check` or `--write` with a file of thresholds.
    package static func run(
        arguments: [String], _ benchmarks: (inout Harness) async throws -> Void
    ) async -> Report {
        do {
            let command = try BenchmarkCommand(arguments: arguments)
            var harness = Harness()
            try await benchmarks(&harness)
            return try Report(of: harness.measurements, for: command)
        } catch {
            return Report(text: "\(error)", isFailure: true)
        }
    }

    /// Runs `body`, which does its work `iterations` times, once to warm up and then several times.
    ///
    /// The whole process is counted: a body that works on other threads waits for them.
    package mutating func measure(
        _ name: String, iterations: Int, _ body: (_ iterations: Int) async throws -> Void
    ) async rethrows {
        try await body(iterations)
        var allocations = Int.max
        var time = Duration.seconds(Int64.max)
        for _ in 0..<Self.runs {
            let before = allocation_count()
            let start = ContinuousClock.now
            try await body(iterations)
            let elapsed = ContinuousClock.now - start
            allocations = min(allocations, Int(allocation_count() - before))
            time = min(time, elapsed)
        }
        measurements.append(
            Measurement(
                name: name, iterations: iterations, allocations: allocations, time: time))
    }

    /// Counts what `body` costs the thread that runs it, and leaves out what others do on its account;
    /// `settle` waits for those before each run.
    package mutating func measureCaller(
        _ name: String, iterations: Int, _ body: (_ iterations: Int) -> Void,
        settle: () async -> Void
    ) async {
        body(iterations)
        var allocations = Int.max
        var time = Duration.seconds(Int64.max)
        for _ in 0..<Self.runs {
            await settle()
            let cost = Self.cost { body(iterations) }
            allocations = min(allocations, cost.allocations)
            time = min(time, cost.time)
        }
        await settle()
        measurements.append(
            Measurement(
                name: name, iterations: iterations, allocations: allocations, time: time))
    }

    /// Without a suspension, so that one thread does all of it.
    private static func cost(of body: () -> Void) -> (allocations: Int, time: Duration) {
        let before = thread_allocation_count()
        let start = ContinuousClock.now
        body()
        let time = ContinuousClock.now - start
        return (Int(thread_allocation_count() - before), time)
    }
}

/// Keeps the optimizer from removing the work that made `value`.
@inline(never) @_optimize(none)
package func keep<Value>(_ value: Value) {}
