package import Primitives

/// The machines of every viewer and of the tracker, in virtual time over one network.
package struct Simulation: Sendable {
    let plan: SimulationPlan
    let policy: SimulationPolicy

    package init(_ plan: SimulationPlan, policy: SimulationPolicy) {
        self.plan = plan
        self.policy = policy
    }

    /// Runs to the end of the plan; `progress` hears of each virtual second.
    package mutating func run(progress: (Moment) -> Void = { _ in }) -> SimulationResult {
        var result = SimulationResult()
        result.policy = policy
        return result
    }
}
