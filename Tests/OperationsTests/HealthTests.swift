import Operations
import Testing

struct HealthTests {
    @Test(arguments: [
        ([Health.State](), false, true, "ready"), ([.ok, .ok], false, true, "ready"),
        ([.ok, .degraded], false, true, "degraded"),
        ([.failed, .degraded], false, false, "failed"),
        ([.ok], true, false, "draining"), ([.failed], true, false, "draining"),
    ])
    func `work is sent to what is ready`(
        _ states: [Health.State], _ isDraining: Bool, _ isReady: Bool, _ word: String
    ) {
        var health = Health(states.map { Health.Check("c", $0) })
        health.isDraining = isDraining
        #expect(health.isReady == isReady)
        #expect(health.word == word)
        #expect(health.text.hasPrefix(word + "\n"))
    }

    @Test func `each check is told on a line`() {
        let health = Health([
            .init("listener", .ok), .init("tracker", .degraded, note: "no answer"),
        ])
        #expect(health.text == "degraded\nlistener: ok\ntracker: degraded (no answer)\n")
    }
}
