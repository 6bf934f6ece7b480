import SwarmSimulation
import Testing

@Suite struct PlanBoundTests {
    @Test func `a broadcast needs one copy`() {
        let bound = SimulationPlan.live(viewers: 1_000).bound(of: .swarmWide)
        #expect(bound == OffloadBound(offload: 0.999, limit: .oneCopy))
    }

    @Test func `of a broadcast that viewers join one by one, those present count`() {
        let bound = SimulationPlan.live(viewers: 1_000).bound(of: .swarmWide, present: 4)
        #expect(bound == OffloadBound(offload: 0.75, limit: .oneCopy))
    }

    @Test func `each policy has its own bound`() {
        let plan = SimulationPlan.live(viewers: 1_000)
        #expect(plan.bound(of: .uniformChoice) == plan.bound(of: .swarmWide))
        #expect(plan.bound(of: .cdnOnly) == OffloadBound(offload: 0, limit: .policy))
        let local = plan.bound(of: .neighbourLocal)
        #expect(local == OffloadBound(offload: 1 - 1 / 31, limit: .neighbourhoods))
    }

    @Test func `in a swarm of one neighbourhood, its fetcher is the only one`() {
        let bound = SimulationPlan.live(viewers: 10).bound(of: .neighbourLocal)
        #expect(bound == OffloadBound(offload: 0.9, limit: .oneCopy))
    }

    @Test func `viewers with slow uplinks and hostile ones give little`() {
        var plan = SimulationPlan.live(viewers: 10_000)
        plan.uploadRatio = 0.5
        let plain = plan.bound(of: .swarmWide)
        #expect(plain.limit == .uplinks)
        #expect(abs(plain.offload - 0.5) < 0.01)
        plan.slowFraction = 0.2
        plan.hostileFraction = 0.2
        let bound = plan.bound(of: .swarmWide)
        #expect(bound.limit == .uplinks)
        // Of those who are slow, a fifth is hostile, too.
        #expect(abs(bound.offload - 0.8 * (0.8 * 0.5 + 0.2 * 0.05)) < 0.01)
        plan.edges = 10
        #expect(abs(plan.bound(of: .swarmWide).offload - bound.offload - 0.1) < 1e-9)
    }

    @Test func `uplinks are those that viewers have drawn`() {
        var plan = SimulationPlan.live(viewers: 100)
        plan.uploadRatio = 0.5
        let bounds = (1...20 as ClosedRange<UInt64>).map { seed in
            plan.seed = seed
            return plan.bound(of: .swarmWide).offload
        }
        #expect(abs(bounds.reduce(0, +) / 20 - 0.5) < 0.01)
        #expect((bounds.max() ?? 0) - (bounds.min() ?? 0) > 0.02)
    }

    @Test func `of a film, arrivals decide until an edge node keeps it`() {
        var plan = SimulationPlan.vod(viewers: 10)
        plan.duration = .seconds(1_200 * 2_000)
        let bound = plan.bound(of: .swarmWide)
        #expect(bound.limit == .arrivals)
        #expect(abs(bound.offload - 0.9918) < 0.001)
        #expect(plan.bound(of: .neighbourLocal) == bound)
        plan.edges = 1
        #expect(plan.bound(of: .swarmWide) == OffloadBound(offload: 1, limit: .keptByEdge))
    }

    /// Nobody has come yet, or whoever comes might leave at any time: the average is all there is.
    @Test func `of a film without arrivals, the formula decides`() {
        var plan = SimulationPlan.vod(viewers: 10)
        plan.quitsPerHour = 1
        #expect(abs(plan.bound(of: .swarmWide).offload - 0.9918) < 0.0001)
        plan.quitsPerHour = 0
        plan.arrivals = .poisson(perSecond: 1e-9)
        #expect(abs(plan.bound(of: .swarmWide).offload - 0.9918) < 0.0001)
    }

    @Test func `a film that all watch together is a broadcast`() {
        var plan = SimulationPlan.vod(viewers: 8)
        plan.arrivals = .lockstep
        #expect(plan.bound(of: .swarmWide) == OffloadBound(offload: 0.875, limit: .oneCopy))
    }
}
