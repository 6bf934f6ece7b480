import Testing

@testable import shoal_swarm

@Suite struct RunPlanTests {
    private func plan(_ words: String...) throws -> RunPlan {
        RunPlan(try #require(try SwarmArguments(words)))
    }

    @Test func `the same seed gives the same plan, and another seed another`() throws {
        #expect(try plan("--seed", "7") == plan("--seed", "7"))
        #expect(try plan("--seed", "7") != plan("--seed", "8"))
    }

    @Test func `viewers come half to one and a half arrivals apart`() throws {
        let arrivals = try plan("--peers", "50", "--arrival", "2").arrivals
        #expect(arrivals.count == 50)
        #expect(arrivals.first == 0)
        #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { (1...3).contains($1 - $0) })
    }

    @Test func `every viewer can be the victim`() throws {
        #expect(try plan("--peers", "8").victims.sorted() == Array(1...8))
    }

    @Test func `faults come in the order of their times, and an outage ends`() throws {
        let plan = try plan("--stop-cdn", "3:3", "--kill-peer", "5", "--kill-tracker", "1")
        #expect(
            plan.faults == [
                RunPlan.Step(seconds: 1, event: .killTracker),
                RunPlan.Step(seconds: 3, event: .stopCDN),
                RunPlan.Step(seconds: 5, event: .killViewer),
                RunPlan.Step(seconds: 6, event: .continueCDN),
            ])
    }

    @Test func `the limit grows with the media and with outages`() throws {
        let plain = ViewerLimit(try #require(try SwarmArguments([])))
        var report = ViewerReport()
        #expect(plain.seconds(for: report) == 60)
        report.duration = 60
        #expect(plain.seconds(for: report) == 180)
        report.speed = 2
        #expect(plain.seconds(for: report) == 120)
        let outage = try #require(try SwarmArguments(["--stop-cdn", "1:5", "--stop-cdn", "9:6"]))
        #expect(ViewerLimit(outage).seconds(for: ViewerReport()) == 71)
    }
}
