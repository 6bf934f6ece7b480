import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// Who reports a root has to show that it has the bytes.
@Suite struct ExaminationTests {
    /// A world in which nobody answers by itself, and `count` members whose word counts.
    private func world(
        _ policy: TrackerPolicy = TrackerPolicy(), members count: Int
    ) -> (TrackerWorld, [TrackerWorld.Client]) {
        var world = TrackerWorld(policy)
        world.answersChallenges = false
        let clients = (0..<count).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.advance(.seconds(31))
        return (world, clients)
    }

    @Test func `a report counts once it is answered`() {
        var (world, clients) = world(members: 3)
        for client in clients { world.report(client) }
        #expect(Set(world.challenged.keys) == Set(clients.map(\.session)))
        world.advance(.seconds(5))
        #expect(world.attested.isEmpty)
        for client in clients[0..<2] { world.answer(client, 5) }
        world.advance(.seconds(5))
        #expect(world.attested.isEmpty)
        world.answer(clients[2], 5)
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.challenges == 3)
        #expect(world.tracker.counters.answersRefused == 0)
    }

    @Test func `who parrots a root cannot answer, and does not count`() {
        var (world, clients) = world(members: 4)
        for client in clients { world.report(client) }
        world.answer(clients[0], 5)
        for (number, parrot) in clients[1..<3].enumerated() { world.answer(parrot, 100 + number) }
        world.advance(.seconds(5))
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.answersRefused == 2)
        world.answer(clients[3], 5)
        world.advance(.seconds(5))
        #expect(world.attested.isEmpty)
    }

    @Test func `a wrong answer that comes first is outvoted`() {
        var (world, clients) = world(members: 4)
        for client in clients { world.report(client) }
        world.answer(clients[0], 100)
        world.answer(clients[1], 5)
        #expect(world.tracker.counters.answersRefused == 1)
        world.answer(clients[2], 5)
        world.answer(clients[3], 5)
        world.advance(.seconds(1))
        #expect(world.attested.count == 4)
    }

    @Test func `there is one answer, and only to a question`() {
        var (world, clients) = world(members: 3)
        world.answer(clients[0], 5)
        for client in clients { world.report(client) }
        world.answer(clients[0], 5)
        world.answer(clients[1], 100)
        world.answer(clients[1], 5)
        world.answer(clients[2], 5)
        world.advance(.seconds(5))
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.answersRefused == 3)
    }

    @Test func `a dissent counts only with its bytes`() {
        var (world, clients) = world(members: 4)
        world.report(clients[3], root: 2)
        for client in clients[0..<3] {
            world.report(client)
            world.answer(client, 5)
        }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.reportsConflicting == 0)
    }

    @Test func `who reports again is asked again, until it has answered`() {
        var (world, clients) = world(members: 3)
        for _ in 0..<2 { world.report(clients[0]) }
        #expect(world.challenged[clients[0].session]?.count == 2)
        world.answer(clients[0], 5)
        world.report(clients[0])
        #expect(world.challenged[clients[0].session]?.count == 2)
        // Another word of the same is not looked at.
        world.report(clients[0], root: 2)
        #expect(world.challenged[clients[0].session]?.count == 2)
        for client in clients[1...] {
            world.report(client)
            world.answer(client, 5)
        }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `what is settled needs no bytes`() {
        var (world, clients) = world(members: 4)
        for client in clients[0..<3] {
            world.report(client)
            world.answer(client, 5)
        }
        world.advance(.seconds(1))
        world.report(clients[3])
        #expect(world.challenged[clients[3].session] == nil)
        #expect(world.attested[clients[3].session]?.count == 1)
    }

    @Test func `nobody is asked where one word suffices, or the operator wants it so`() {
        var policies = [TrackerPolicy.localSwarm, TrackerPolicy()]
        policies[1].notary.challenges = false
        for policy in policies {
            var (world, clients) = world(policy, members: 3)
            for client in clients { world.report(client) }
            world.advance(.seconds(1))
            #expect(world.challenged.isEmpty)
            #expect(world.attested.count == 3)
        }
    }

    @Test func `an edge node that is trusted is believed`() {
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = true
        var (world, _) = world(policy, members: 1)
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        world.report(edge)
        #expect(world.challenged.isEmpty)
        #expect(world.attested[edge.session]?.count == 1)
    }

    @Test func `a flood of reports is forgotten again`() {
        var examination = Examination(segments: 100)
        let claim = SegmentClaim(length: 1, root: .numbered(1))
        for number in 0..<1000 {
            let outcome = examination.reported(
                claim, of: .numbered(number), by: .numbered(1), SessionID(1), limit: 4)
            #expect(outcome == .challenge)
        }
        #expect(examination.segmentCount <= 100)
        for number in 0..<10 {
            let outcome = examination.reported(
                claim, of: .numbered(7000), by: .numbered(number), SessionID(1), limit: 4)
            #expect(outcome == (number < 4 ? .challenge : .ignored))
        }
    }
}
