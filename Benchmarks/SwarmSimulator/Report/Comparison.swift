import Primitives
import SwarmSimulation

/// What the policies made of one trace.
struct Comparison {
    struct Run {
        let result: SimulationResult
        let bound: OffloadBound
        /// Of real time.
        let seconds: Double
    }

    let plan: SimulationPlan
    /// What the first policy made of it without hostile viewers, where there are some.
    let clean: SimulationResult?
    /// The first is what is asked about.
    let runs: [Run]

    init(
        _ plan: SimulationPlan, _ results: [(result: SimulationResult, seconds: Double)],
        clean: SimulationResult? = nil
    ) {
        self.plan = plan
        self.clean = clean
        runs = results.map { run in
            let present = Self.present(in: run.result, of: plan)
            return Run(
                result: run.result, bound: plan.bound(of: run.result.policy, present: present),
                seconds: run.seconds)
        }
    }

    /// The share that is left of the clean swarm's offload.
    var offloadKept: Double? {
        guard let clean, let run = runs.first, clean.offload > 0 else { return nil }
        return run.result.offload / clean.offload
    }

    var cdnOnly: Run? { runs.first { $0.result.policy == .cdnOnly } }

    /// Viewers at one time on average while bytes are counted, where the plan cannot say it.
    private static func present(
        in result: SimulationResult, of plan: SimulationPlan
    ) -> Double? {
        guard plan.kind == .live else { return nil }
        let warmUp = plan.warmUp.inSeconds
        let counted = result.samples.filter { $0.seconds > warmUp }
        guard !counted.isEmpty else { return nil }
        let sum = counted.reduce(0) { $0 + $1.presentViewers }
        return max(1, Double(sum) / Double(counted.count))
    }
}
