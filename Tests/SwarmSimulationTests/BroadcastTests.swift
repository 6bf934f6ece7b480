import Primitives
import SwarmSimulation
import TestSupport
import Testing

/// Small swarms at a broadcast.
@Suite(.serialized) struct BroadcastTests {
    @Test func `the same seed gives the same events, another seed others`() {
        var plan = SimulationPlan.shortBroadcast(viewers: 12)
        plan.stallProbability = 0.01
        plan.quitsPerHour = 20
        var other = plan
        other.seed = 2
        let results = [plan, plan, other].run()
        #expect(results[0] == results[1])
        #expect(results[0].events > 10_000)
        #expect(results[2].eventHash != results[0].eventHash)
    }

    /// On average: in a short broadcast, an unlucky start shows.
    @Test(arguments: [2, 3, 4, 10])
    func `a few viewers come towards the bound`(viewers: Int) {
        let results = (1...3).map { seed in
            var plan = SimulationPlan.shortBroadcast(viewers: viewers)
            plan.seed = UInt64(seed)
            return plan
        }.run()
        let offload = results.map(\.offload).reduce(0, +) / Double(results.count)
        #expect(offload > 1 - 1 / Double(viewers) - 0.015, "\(results.map(\.summary))")
        for result in results {
            #expect(result.duplicateShare < 0.01, "\(result.summary)")
            #expect(result.stalls == 0, "\(result.summary)")
            #expect(result.violations == 0, "\(result.summary)")
            #expect(result.arrivedBytes <= result.sentBytes)
        }
    }

    @Test func `viewers behind an edge node fetch next to nothing`() {
        var plan = SimulationPlan.shortBroadcast(viewers: 12)
        plan.edges = 1
        let result = plan.run()
        #expect(result.cdnCopiesPerSegment < 2.5, "\(result.summary)")
        #expect(result.stalls == 0, "\(result.summary)")
        #expect(result.violations == 0, "\(result.summary)")
    }

    @Test func `slow peers stall nobody`() {
        var plan = SimulationPlan.shortBroadcast(viewers: 10)
        plan.slowFraction = 0.3
        plan.edges = 1
        let result = plan.run()
        #expect(result.stalls == 0, "\(result.summary)")
        #expect(result.violations == 0, "\(result.summary)")
    }

    @Test func `hostile peers are banned where they can be, and stall nobody`() {
        var plan = SimulationPlan.shortBroadcast(viewers: 12)
        plan.duration = .seconds(90)
        plan.hostileFraction = 0.3
        let result = plan.run()
        #expect(result.bannedPeers > 0, "\(result.summary)")
        #expect(result.stalls == 0, "\(result.summary)")
        #expect(result.violations == 0, "\(result.summary)")
    }

    @Test func `every policy sees the same viewers`() {
        var plan = SimulationPlan.shortBroadcast(viewers: 6)
        plan.duration = .seconds(60)
        plan.quitsPerHour = 60
        let seen = concurrently(SimulationPolicy.allCases) { [plan] in plan.run($0) }
        #expect(Set(seen.map(\.viewersSeen)).count == 1)
        #expect(Set(seen.map { $0.samples.map(\.presentViewers) }).count == 1)
    }
}
