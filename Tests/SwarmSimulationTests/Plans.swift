import Primitives
import SwarmSimulation
import TestSupport

extension SimulationPlan {
    /// A minute of film for a few viewers with good lines, who come one after the other.
    static func shortFilm(viewers: Int, every distance: Duration) -> SimulationPlan {
        var plan = SimulationPlan(
            kind: .vod, viewers: viewers, duration: .seconds(400), warmUp: .zero,
            arrivals: .staggered(by: distance))
        plan.filmDuration = .seconds(60)
        plan.segmentDuration = .seconds(2)
        plan.bitrate = 2_000_000
        plan.uploadRatio = 8
        plan.downloadRatio = 16
        plan.cdn.latency = .milliseconds(60)...(.milliseconds(60))
        plan.cdn.requestRate = 4_000_000
        plan.latency = .milliseconds(20)...(.milliseconds(21))
        plan.attestationDelay = .milliseconds(50)
        plan.announceInterval = .seconds(1)
        plan.prefetch = 0.5
        plan.seeding = 10
        return plan
    }

    /// A few minutes of a broadcast to viewers who are there from its start.
    static func shortBroadcast(viewers: Int) -> SimulationPlan {
        var plan = SimulationPlan.live(viewers: viewers)
        plan.duration = .seconds(130)
        plan.warmUp = .seconds(30)
        plan.arrivals = .flashCrowd(over: .seconds(4))
        plan.announceInterval = .seconds(2)
        return plan
    }

    func run(_ policy: SimulationPolicy = .swarmWide) -> SimulationResult {
        var simulation = Simulation(self, policy: policy)
        return simulation.run()
    }
}

extension [SimulationPlan] {
    /// Each by itself, several at a time.
    func run() -> [SimulationResult] { concurrently(self) { $0.run() } }
}

extension SimulationResult {
    /// The figures in a line, for a test that fails.
    var summary: String {
        """
        copies \(cdnCopiesPerSegment) offload \(offload) stalls \(stalls) for \(stallSeconds) s, \
        wasted \(duplicateShare), hops \(maxHops), \(viewersFinished) of \(viewersSeen) at the \
        end, violations \(violations), events \(events), \(cdnBytesByReason), \
        \(wastedBytesByReason)
        """
    }
}
