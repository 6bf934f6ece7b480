/// What one benchmark cost.
package struct Measurement: Sendable {
    package let name: String
    package let iterations: Int
    /// The fewest of several runs, for all iterations: what the body itself needs, without chance.
    package let allocations: Int
    /// The fastest run, for all iterations.
    package let time: Duration

    package var allocationsPerIteration: Double { Double(allocations) / Double(iterations) }

    package var nanosecondsPerIteration: Double {
        time / .nanoseconds(1) / Double(iterations)
    }
}
