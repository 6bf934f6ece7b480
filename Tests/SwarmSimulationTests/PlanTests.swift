import Primitives
import SwarmSimulation
import Testing

@Suite struct PlanTests {
    @Test func `a film's viewers come so often that the wanted number is present`() {
        let plan = SimulationPlan.vod(viewers: 12)
        guard case .poisson(let rate) = plan.arrivals else {
            Issue.record("not Poisson")
            return
        }
        #expect(abs(rate * plan.filmDuration.inSeconds - 12) < 1e-9)
    }
}
