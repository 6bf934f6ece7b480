import Primitives
import SwarmSimulation
import Testing

/// Small swarms at a film.
@Suite(.serialized) struct FilmTests {
    private func expectEnd(
        _ result: SimulationResult, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            result.viewersFinished == result.viewersSeen, "\(result.summary)",
            sourceLocation: sourceLocation)
        #expect(result.violations == 0, "\(result.summary)", sourceLocation: sourceLocation)
        #expect(
            result.arrivedBytes <= result.sentBytes, "\(result.summary)",
            sourceLocation: sourceLocation)
    }

    @Test func `one viewer alone plays from the CDN`() {
        let result = SimulationPlan.shortFilm(viewers: 1, every: .zero).run()
        expectEnd(result)
        #expect(result.cdnCopiesPerSegment == 1)
        #expect(result.stalls == 0)
        #expect(result.peerBytes == 0)
    }

    @Test(arguments: Seeds.some(2))
    func `eight staggered viewers share little more than one copy`(seed: UInt64) {
        var plan = SimulationPlan.shortFilm(viewers: 8, every: .seconds(4))
        plan.seed = seed
        let result = plan.run()
        expectEnd(result)
        #expect(result.cdnCopiesPerSegment <= 1.3, "\(result.summary)")
        #expect(result.stalls == 0, "\(result.summary)")
        #expect(result.duplicateShare <= 0.02, "\(result.summary)")
    }

    @Test func `a film at eight times its speed is shared as well`() {
        var plan = SimulationPlan.shortFilm(viewers: 8, every: .milliseconds(500))
        plan.playbackRate = 8
        plan.uploadRatio = 32
        plan.downloadRatio = 64
        plan.cdn.requestRate = 16_000_000
        let result = plan.run()
        expectEnd(result)
        #expect(result.cdnCopiesPerSegment <= 2, "\(result.summary)")
        #expect(result.stalls == 0, "\(result.summary)")
    }

    @Test func `without peers nothing is asked of them and nothing stalls`() {
        let plan = SimulationPlan.shortFilm(viewers: 3, every: .seconds(4))
        let result = plan.run(.cdnOnly)
        expectEnd(result)
        #expect(result.cdnCopiesPerSegment == 3)
        #expect(result.peerBytes == 0)
        #expect(result.messages.values.allSatisfy { $0 == 0 })
        #expect(result.stalls == 0)
    }

    @Test func `a viewer that dies is replaced without a stall`() {
        var plan = SimulationPlan.shortFilm(viewers: 5, every: .seconds(3))
        plan.incidents = [
            Incident(at: .seconds(20), .leave(viewer: 0)),
            Incident(at: .seconds(31), .leave(viewer: 2)),
        ]
        let result = plan.run()
        #expect(result.viewersFinished == 3, "\(result.summary)")
        #expect(result.stalls == 0, "\(result.summary)")
    }

    @Test func `a viewer that falls silent delays nobody`() {
        var plan = SimulationPlan.shortFilm(viewers: 5, every: .seconds(3))
        plan.incidents = [Incident(at: .seconds(15), .silence(viewer: 0))]
        let result = plan.run()
        expectEnd(result)
        #expect(result.stalls == 0, "\(result.summary)")
    }

    @Test func `slow uplinks cost copies and no stall`() {
        var plan = SimulationPlan.shortFilm(viewers: 6, every: .seconds(3))
        plan.incidents = [0, 2, 4].map { viewer in
            Incident(at: .seconds(3) * viewer, .uplink(viewer: viewer, ratio: 0.06))
        }
        let result = plan.run()
        expectEnd(result)
        #expect(result.stalls == 0, "\(result.summary)")
    }

    @Test func `a CDN that is away for three seconds is not noticed`() {
        var plan = SimulationPlan.shortFilm(viewers: 5, every: .seconds(3))
        plan.incidents = [Incident(at: .seconds(20), .outage(.seconds(3)))]
        let result = plan.run()
        expectEnd(result)
        #expect(result.stalls == 0, "\(result.summary)")
    }

    @Test func `viewers who jump about see the end`() {
        var plan = SimulationPlan.shortFilm(viewers: 6, every: .seconds(5))
        plan.seeksPerHour = 180
        let result = plan.run()
        expectEnd(result)
        #expect(result.seekSeconds > 0)
    }

    @Test func `whatever happens every viewer sees the end, no later than from the CDN alone`() {
        let plans = Seeds.some(8).map { SimulationPlan.troubled(seed: $0) }
        for (plan, result) in zip(plans, plans.run()) {
            let alone = plan.run(.cdnOnly)
            let both = "seed \(plan.seed): alone \(alone.summary), \(result.summary)"
            #expect(result.viewersFinished == alone.viewersFinished, "\(both)")
            #expect(result.violations == 0, "\(both)")
            #expect(result.stallSeconds <= alone.stallSeconds * 1.05 + 1, "\(both)")
        }
    }
}
