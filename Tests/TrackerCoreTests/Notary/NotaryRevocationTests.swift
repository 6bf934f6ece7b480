import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// What takes an agreement back, and who hears of it.
@Suite struct NotaryRevocationTests {
    /// A polluter makes all whom it meets complain; and who has met none can say so as well.
    @Test func `complaints, however many, take nothing back`() {
        var (world, clients) = TrackerWorld.inhabited(members: 9)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<9] { world.complain(client) }
        #expect(world.tracker.counters.complaints == 6)
        #expect(clients.map { world.revocations(to: $0) } == [Int](repeating: 0, count: 9))
        world.forgetWhatWasTold()
        world.report(clients[3])
        #expect(world.attested[clients[3].session]?.count == 1)
    }

    @Test func `reports against an attestation count when their reporters are thirty seconds old`()
    {
        var (world, clients) = TrackerWorld.inhabited(members: 3)
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        var young: [TrackerWorld.Client] = []
        for number in 10..<13 {
            let client = world.open(number)
            world.announce(client)
            young.append(client)
        }
        for client in young { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 0)
        world.advance(.seconds(30))
        for client in young { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 1)
        world.forgetWhatWasTold()
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested.isEmpty)
    }

    /// Nobody says anything again: whoever found out in its first seconds is heard all the same.
    @Test
    func `a young reporter's voice against an attestation counts when it is thirty seconds old`() {
        var (world, clients) = TrackerWorld.inhabited(members: 5)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<5] { world.report(client, root: 2) }
        let young = world.open(10)
        world.announce(young)
        world.dispute(young)
        world.advance(.milliseconds(29_999))
        #expect(world.tracker.counters.revocations == 0)
        world.advance(.milliseconds(1))
        #expect(world.tracker.counters.revocations == 1)
        world.advance(.seconds(60))
        #expect(world.tracker.counters.revocations == 1)
    }

    @Test func `who sees only a part that differs has a voice, and one`() {
        var (world, clients) = TrackerWorld.inhabited(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for _ in 0..<3 { for client in clients[3..<5] { world.dispute(client) } }
        // Nor has it another by what it reports later.
        for client in clients[3..<5] { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 0)
        world.dispute(clients[5])
        #expect(world.tracker.counters.revocations == 1)
        #expect(clients.map { world.revocations(to: $0) } == [1, 1, 1, 1, 1, 1])
        #expect(world.tracker.counters.disputes == 7)
    }

    @Test func `disputes of one neighbourhood are one, and those of strangers none`() {
        var (world, clients) = TrackerWorld.inhabited(members: 3)
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        let sybils = (0..<20).map { world.open(100 + $0, from: .v4(0x0a00_0000 + UInt32($0))) }
        for sybil in sybils { world.announce(sybil) }
        let strangers = (50..<55).map { world.open($0) }
        world.advance(.seconds(31))
        for client in sybils + strangers { world.dispute(client) }
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `a dispute about what is not attested says nothing`() {
        var (world, clients) = TrackerWorld.inhabited(members: 6)
        for client in clients[3..<6] { world.dispute(client) }
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `three reports against an attestation revoke it`() {
        var (world, clients) = TrackerWorld.inhabited(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<6] { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 1)
        #expect(world.attested[clients[5].session] == nil)
    }

    @Test func `a newcomer hears what was taken back, for as long as the old word could be shown`()
    {
        var (world, clients) = TrackerWorld.inhabited(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<6] { world.dispute(client) }
        #expect(world.tracker.counters.revocations == 1)
        let early = world.open(20)
        world.announce(early)
        #expect(world.revocations(to: early) == 1)
        // Once, and not with every announce.
        world.announce(early, playhead: 500)
        #expect(world.revocations(to: early) == 1)
        // Nor is it attested to it, whatever it says.
        world.report(early)
        #expect(world.attested[early.session] == nil)
        keepAlive(&world, clients, for: .seconds(6 * 3600 + 60))
        let last = world.open(21)
        world.announce(last)
        #expect(world.revocations(to: last) == 1)
        keepAlive(&world, clients, for: .seconds(2))
        let late = world.open(22)
        world.announce(late)
        #expect(world.revocations(to: late) == 0)
    }

    /// Lets time pass in which the members stay.
    private func keepAlive(
        _ world: inout TrackerWorld, _ clients: [TrackerWorld.Client], for duration: Duration
    ) {
        let end = world.elapsed + duration
        while world.elapsed < end {
            for client in clients { world.announce(client) }
            world.advance(min(.seconds(30), end - world.elapsed))
        }
    }

    @Test func `a newcomer hears of the last 128 only`() {
        var policy = TrackerPolicy()
        policy.notary.dissenters = 1
        policy.notary.reporters = 1
        policy.notary.grace = .zero
        policy.sessions.messages = RateLimit(perSecond: 10_000, burst: 10_000)
        var (world, clients) = TrackerWorld.inhabited(policy, members: 2)
        for number in 0..<130 {
            world.report(clients[0], .numbered(number))
            world.dispute(clients[1], .numbered(number))
        }
        #expect(world.tracker.counters.revocations == 130)
        let newcomer = world.open(20)
        world.announce(newcomer)
        #expect(world.revocations(to: newcomer) == 128)
    }
}
