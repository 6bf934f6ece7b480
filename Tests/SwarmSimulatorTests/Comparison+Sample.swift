import Primitives
import SwarmSimulation

@testable import SwarmSimulator

extension Comparison {
    /// A broadcast under `policies`, with a sample every five seconds.
    static func sample(
        viewers: Int = 1_000, policies: [SimulationPolicy] = SimulationPolicy.allCases,
        change: (inout SimulationPlan) -> Void = { _ in }
    ) -> Comparison {
        var plan = SimulationPlan.live(viewers: viewers)
        change(&plan)
        let results = policies.map { (result: SimulationResult.sample(plan, $0), seconds: 1.5) }
        return Comparison(plan, results)
    }
}

extension SimulationResult {
    /// A run in which CDN copies follow from the policy, and some viewers stall halfway.
    fileprivate static func sample(
        _ plan: SimulationPlan, _ policy: SimulationPolicy
    ) -> SimulationResult {
        var result = SimulationResult()
        result.policy = policy
        let copies =
            switch policy {
            case .swarmWide: 2.0
            case .cdnOnly: Double(plan.viewers)
            case .neighbourLocal: 20.6
            case .uniformChoice: 2.5
            }
        result.cdnCopiesPerSegment = copies
        result.offload = 1 - copies / Double(plan.viewers)
        result.stallSeconds = policy == .cdnOnly ? 12 : 3
        result.cdnBytesByReason = ["owner": 900, "backup": 100]
        result.cdnBytes = 1_000
        result.eventHash = "0123456789abcdef"
        let end = Int(plan.duration.inSeconds)
        var random = SeededRandom(seed: UInt64(copies))
        for seconds in stride(from: 5, through: end, by: 5) {
            var sample = SimulationResult.Sample()
            sample.seconds = Double(seconds)
            let noise = policy == .cdnOnly ? 1 : Double.random(in: 0.7...1.4, using: &random)
            sample.cdnCopies = copies * noise
            sample.offload = 1 - min(1, sample.cdnCopies / Double(plan.viewers))
            sample.presentViewers = plan.viewers
            sample.stalledViewers = abs(seconds - end / 2) < 20 ? Int(copies) % 9 : 0
            result.samples.append(sample)
        }
        return result
    }
}
