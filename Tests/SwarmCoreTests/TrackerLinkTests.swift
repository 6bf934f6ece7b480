import Primitives
import SwarmCore
import Testing

@Suite struct TrackerLinkTests {
    private let start = Moment(sinceStart: .seconds(100))
    private let one = SwarmID(Bytes32(words: (0, 0, 0, 1)))
    private let two = SwarmID(Bytes32(words: (0, 0, 0, 2)))

    /// A link, and the actions that the last input caused.
    private struct Bench {
        var link = TrackerLink(seed: 1)
        var actions: [TrackerLink.Action] = []

        mutating func does(
            _ input: (inout TrackerLink, inout [TrackerLink.Action]) -> Void
        ) -> [TrackerLink.Action] {
            actions = []
            input(&link, &actions)
            return actions
        }

        /// Dials and opens for one swarm.
        mutating func open(_ swarm: SwarmID, at now: Moment) {
            _ = does { $0.joined(swarm, at: now, into: &$1) }
            _ = does { $0.opened(at: now, into: &$1) }
        }
    }

    @Test func `it connects for the first swarm only, and announces both when open`() {
        var bench = Bench()
        #expect(bench.link.deadline == nil)
        #expect(bench.does { $0.joined(two, at: start, into: &$1) } == [.dial])
        #expect(bench.does { $0.joined(one, at: start, into: &$1) } == [])
        #expect(
            bench.does { $0.opened(at: start, into: &$1) } == [.announce(one), .announce(two)])
    }

    @Test func `a swarm that joins an open link is announced at once, and its end is told`() {
        var bench = Bench()
        bench.open(one, at: start)
        #expect(bench.does { $0.joined(two, at: start, into: &$1) } == [.announce(two)])
        #expect(bench.does { $0.left(two, into: &$1) } == [.leave(two)])
        #expect(bench.does { $0.left(two, into: &$1) } == [])
    }

    @Test func `it announces at the interval that the policy names`() {
        var bench = Bench()
        bench.open(one, at: start)
        bench.link.intervalChanged(.seconds(7))
        _ = bench.does { $0.timedOut(at: start + .seconds(30), into: &$1) }
        #expect(bench.actions == [.announce(one)])
        #expect(bench.link.deadline == start + .seconds(37))
        #expect(bench.does { $0.timedOut(at: start + .seconds(36), into: &$1) } == [])
        #expect(
            bench.does { $0.timedOut(at: start + .seconds(37), into: &$1) } == [.announce(one)])
    }

    @Test func `an interval of zero does not become a flood`() {
        var bench = Bench()
        bench.open(one, at: start)
        bench.link.intervalChanged(.zero)
        _ = bench.does { $0.timedOut(at: start + .seconds(30), into: &$1) }
        #expect(bench.does { $0.timedOut(at: start + .seconds(30), into: &$1) } == [])
        #expect(bench.link.deadline == start + .seconds(31))
    }

    @Test func `news is told soon, but not more often than once a second`() {
        var bench = Bench()
        bench.open(one, at: start)
        #expect(bench.does { $0.changed(one, at: start + .milliseconds(10), into: &$1) } == [])
        #expect(bench.link.deadline == start + .seconds(1))
        #expect(
            bench.does { $0.timedOut(at: start + .seconds(1), into: &$1) } == [.announce(one)])
        #expect(
            bench.does { $0.changed(one, at: start + .seconds(5), into: &$1) } == [.announce(one)])
    }

    /// It lets a client wait half a minute for a grant: as long as a channel that lasted.
    @Test func `who is turned away calls less and less often, however long that took`() {
        var bench = Bench()
        _ = bench.does { $0.joined(one, at: start, into: &$1) }
        var now = start
        var pauses: [Duration] = []
        for _ in 0..<9 {
            _ = bench.does { $0.opened(at: now, into: &$1) }
            now = now + .seconds(31)
            bench.link.turnedAway()
            bench.link.ended(at: now)
            let due = bench.link.deadline ?? now
            pauses.append(due - now)
            now = due
            #expect(bench.does { $0.timedOut(at: now, into: &$1) } == [.dial])
        }
        #expect(pauses[0] <= .seconds(1) && pauses[4] >= .seconds(8))
        #expect(pauses[8] >= .seconds(60) && pauses[8] <= .seconds(120))
        // One that takes it in, and ends after as long, is called again soon.
        _ = bench.does { $0.opened(at: now, into: &$1) }
        bench.link.ended(at: now + .seconds(31))
        #expect((bench.link.deadline ?? .distantFuture) - (now + .seconds(31)) <= .seconds(1))
    }

    @Test func `a tracker that asks for silence gets it`() {
        var bench = Bench()
        bench.open(one, at: start)
        bench.link.retryAfter(.seconds(90), at: start)
        #expect(bench.does { $0.timedOut(at: start + .seconds(89), into: &$1) } == [])
        #expect(bench.link.deadline == start + .seconds(90))
    }

    @Test func `a lost tracker is dialled again, each time later, and told of everything`() {
        var bench = Bench()
        bench.open(one, at: start)
        var now = start + .seconds(1)
        bench.link.ended(at: now)
        var waits: [Duration] = []
        for _ in 0..<12 {
            let next = bench.link.deadline ?? now
            waits.append(next - now)
            #expect(bench.does { $0.timedOut(at: next, into: &$1) } == [.dial])
            now = next
            bench.link.ended(at: now)
        }
        #expect(waits[0] <= .seconds(1) && waits[0] >= .milliseconds(500))
        #expect(waits.allSatisfy { $0 <= .seconds(120) })
        #expect(waits[11] >= .seconds(60))
        now = bench.link.deadline ?? now
        _ = bench.does { $0.timedOut(at: now, into: &$1) }
        #expect(bench.does { $0.opened(at: now, into: &$1) } == [.announce(one)])
    }

    @Test func `a swarm that the tracker lets the client into is announced at once`() {
        var bench = Bench()
        #expect(bench.does { $0.admitted(one, at: start, into: &$1) } == [])
        bench.open(one, at: start)
        #expect(bench.does { $0.admitted(two, at: start, into: &$1) } == [])
        #expect(bench.does { $0.admitted(one, at: start, into: &$1) } == [.announce(one)])
    }

    @Test func `nobody is called for no swarm`() {
        var bench = Bench()
        bench.open(one, at: start)
        #expect(bench.does { $0.left(one, into: &$1) } == [.leave(one)])
        bench.link.ended(at: start)
        let next = bench.link.deadline ?? start
        #expect(bench.does { $0.timedOut(at: next, into: &$1) } == [])
        #expect(bench.link.deadline == nil)
        #expect(bench.does { $0.joined(two, at: next, into: &$1) } == [.dial])
    }

    @Test func `a refusal is for good`() {
        var bench = Bench()
        bench.open(one, at: start)
        bench.link.refused()
        bench.link.ended(at: start)
        #expect(bench.link.deadline == nil)
        #expect(bench.does { $0.joined(two, at: start, into: &$1) } == [])
        #expect(bench.does { $0.timedOut(at: start + .seconds(500), into: &$1) } == [])
    }

    @Test func `changes while there is no channel wait for it`() {
        var bench = Bench()
        _ = bench.does { $0.joined(one, at: start, into: &$1) }
        #expect(bench.does { $0.changed(one, at: start, into: &$1) } == [])
        #expect(bench.does { $0.changed(two, at: start, into: &$1) } == [])
        #expect(bench.does { $0.left(one, into: &$1) } == [])
        #expect(bench.does { $0.opened(at: start, into: &$1) } == [])
    }
}
