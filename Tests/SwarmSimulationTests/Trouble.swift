import Primitives
import SwarmSimulation

extension SimulationPlan {
    /// A film to which viewers of all kinds come, who leave, jump and fail at random.
    static func troubled(seed: UInt64) -> SimulationPlan {
        var random = SeededRandom(seed: seed &* 977)
        let viewers = Int.random(in: 2...8, using: &random)
        var plan = SimulationPlan.shortFilm(viewers: viewers, every: .zero)
        plan.seed = seed
        plan.duration = .seconds(600)
        plan.arrivals = .flashCrowd(over: .seconds(20))
        let latency = Int.random(in: 1...150, using: &random)
        plan.latency = .milliseconds(latency)...(.milliseconds(latency + 20))
        plan.bitrate = Int.random(in: 80_000...3_600_000, using: &random)
        plan.cdn.latency = .milliseconds(5)...(.milliseconds(400))
        plan.cdn.requestRate = [400_000.0, 4_000_000.0].randomElement(using: &random) ?? 0
        plan.stallProbability = [0.0, 0.01].randomElement(using: &random) ?? 0
        for viewer in 0..<viewers {
            let ratios: [Double] = [0.08, 1.2, 8]
            let ratio = ratios.randomElement(using: &random) ?? 8
            plan.incidents.append(Incident(at: .seconds(20), .uplink(viewer: viewer, ratio: ratio)))
            if Int.random(in: 0..<5, using: &random) == 0 {
                plan.incidents.append(
                    Incident(
                        at: .seconds(Int.random(in: 5...60, using: &random)),
                        .silence(viewer: viewer)))
            }
        }
        for _ in 0..<12 { plan.addTrouble(viewers: viewers, using: &random) }
        return plan
    }

    private mutating func addTrouble(viewers: Int, using random: inout SeededRandom) {
        let viewer = Int.random(in: 0..<viewers, using: &random)
        let segment = Int.random(in: 0..<30, using: &random)
        let kind: Incident.Kind =
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .leave(viewer: viewer)
            case 1: .outage(.seconds(4))
            case 2: .peers(viewer: viewer, enabled: false)
            case 3: .peers(viewer: viewer, enabled: true)
            case 4...6: .drop(viewer: viewer, segment: segment)
            case _: .seek(viewer: viewer, segment: segment)
            }
        let at = Duration.milliseconds(Int.random(in: 20_000...70_000, using: &random))
        incidents.append(Incident(at: at, kind))
    }
}
