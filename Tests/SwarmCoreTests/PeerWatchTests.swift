import Primitives
import SwarmCore
import Testing

@Suite struct PeerWatchTests {
    private let start = Moment(sinceStart: .seconds(100))

    @Test func `whoever does not introduce itself in five seconds is ended`() {
        var watch = PeerWatch(openedAt: start)
        #expect(watch.deadline == start + .seconds(5))
        #expect(watch.looked(isGreeted: false, at: start + .seconds(5)) == .end)
    }

    @Test func `who falls silent is asked, and ended after a minute`() {
        var watch = PeerWatch(openedAt: start)
        let said = (0..<4).map { _ in watch.looked(isGreeted: true, at: watch.deadline) }
        #expect(said == [nil, .ping, .ping, .end])
        #expect(watch.deadline == start + .seconds(65))
    }

    @Test func `who speaks is not asked`() {
        var watch = PeerWatch(openedAt: start)
        for _ in 0..<100 {
            watch.heard(at: watch.deadline)
            #expect(watch.looked(isGreeted: true, at: watch.deadline) == nil)
        }
    }

    @Test func `a channel lives an hour to the second, whatever is said over it`() {
        var watch = PeerWatch(openedAt: start)
        var now = start
        while now < start + .seconds(3_600) {
            now = watch.deadline
            watch.heard(at: now)
            let action = watch.looked(isGreeted: true, at: now)
            #expect(action == (now < start + .seconds(3_600) ? nil : .end))
        }
        #expect(now == start + .seconds(3_600))
    }
}
