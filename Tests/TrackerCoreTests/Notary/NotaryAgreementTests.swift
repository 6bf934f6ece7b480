import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// What is signed, when, and what it says.
@Suite struct NotaryAgreementTests {
    @Test func `three that agree are signed after the grace, and who comes later at once`() throws {
        var (world, clients) = TrackerWorld.inhabited(members: 5)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.milliseconds(299))
        #expect(world.attested.isEmpty)
        world.advance(.milliseconds(1))
        #expect(Set(world.attested.keys) == Set(clients[0..<3].map(\.session)))
        world.report(clients[4])
        let plan = try #require(world.attested[clients[4].session]?.first)
        let now = UInt32(world.now.unixSeconds)
        #expect(
            plan
                == AttestationPlan(
                    swarm: .numbered(1), key: .numbered(7),
                    agreement: Agreement(
                        claim: SegmentClaim(length: 2_000_000, root: .numbered(1)), level: .viewers,
                        k: 3, generation: now),
                    notBefore: now, notAfter: now + 6 * 3600))
    }

    /// Bytes, and the milliseconds for which a dissent is waited for.
    @Test(arguments: [
        (1, 30), (100_000, 30), (209_715, 50), (1 << 20, 250), (1_300_000, 300), (1 << 28, 300),
    ])
    func `a short segment is waited with for less long`(_ length: UInt32, _ grace: Int) {
        var (world, clients) = TrackerWorld.inhabited(members: 4)
        for client in clients[0..<3] { world.report(client, length: length) }
        world.advance(.milliseconds(grace - 1))
        #expect(world.attested.isEmpty)
        world.advance(.milliseconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `what has no grace has none whatever its length`() {
        var policy = TrackerPolicy()
        policy.notary.grace = .zero
        var (world, clients) = TrackerWorld.inhabited(policy, members: 3)
        for client in clients { world.report(client, length: 1) }
        #expect(world.attested.count == 3)
    }

    @Test func `one less is not signed, however often they say it`() {
        var (world, clients) = TrackerWorld.inhabited(members: 2)
        for _ in 0..<5 { for client in clients { world.report(client) } }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func `a dissent before, between or within the grace forbids it`(after count: Int) {
        var (world, clients) = TrackerWorld.inhabited(members: 4)
        for client in clients[0..<count + 1] { world.report(client) }
        world.report(clients[3], root: 2)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.reportsConflicting == 1)
    }

    @Test
    func `where bytes differ from viewer to viewer all are told, once each, and who comes later`() {
        var (world, clients) = TrackerWorld.inhabited(members: 5)
        for (number, client) in clients[0..<3].enumerated() { world.report(client, root: number) }
        #expect(clients.map { world.revocations(to: $0) } == [0, 0, 0, 0, 0])
        world.report(clients[3], root: 3)
        #expect(clients.map { world.revocations(to: $0) } == [1, 1, 1, 1, 0])
        world.report(clients[4], root: 0)
        #expect(clients.map { world.revocations(to: $0) } == [1, 1, 1, 1, 1])
    }

    /// Two of whom two must agree, or three of whom three must, and each has other bytes.
    @Test(arguments: [2, 3]) func `where the rest cannot agree any more, all are told at once`(
        _ k: Int
    ) {
        var policy = TrackerPolicy()
        policy.notary.reporters = k
        var (world, clients) = TrackerWorld.inhabited(policy, members: k)
        world.report(clients[0], root: 0)
        #expect(clients.map { world.revocations(to: $0) } == [Int](repeating: 0, count: k))
        world.report(clients[1], root: 1)
        #expect(clients[0..<2].map { world.revocations(to: $0) } == [1, 1])
    }

    @Test func `who differs from what is signed is shown that`() {
        var (world, clients) = TrackerWorld.inhabited(members: 4)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        world.report(clients[3], root: 2)
        #expect(world.attested[clients[3].session]?.map(\.agreement.claim.root) == [.numbered(1)])
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `another length is a dissent too`() {
        var (world, clients) = TrackerWorld.inhabited(members: 4)
        for client in clients[0..<3] { world.report(client) }
        world.report(clients[3], length: 2_000_001)
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test func `in a local swarm one report is signed at once`() {
        var world = TrackerWorld(.localSwarm)
        let client = world.open(0)
        world.announce(client)
        world.report(client)
        #expect(world.attested[client.session]?.count == 1)
        #expect(world.attested[client.session]?.first?.agreement.k == 1)
    }

    @Test func `a later agreement is of a higher generation, and the same one stays what it is`() {
        var policy = TrackerPolicy()
        policy.notary.segmentsPerSwarm = 2
        var (world, clients) = TrackerWorld.inhabited(policy, members: 4)
        var generations: [UInt32] = []
        for root in [1, 2] {
            for client in clients[0..<3] { world.report(client, root: root) }
            world.advance(.seconds(1))
            world.report(clients[3], root: root)
            let plans = clients.compactMap { world.attested[$0.session]?.last }
            #expect(plans.count == 4 && Set(plans.map(\.agreement)).count == 1)
            generations.append(plans[0].agreement.generation)
            // The notary forgets it over others.
            for number in 10..<13 { world.report(clients[0], .numbered(number)) }
            world.advance(.seconds(1))
        }
        #expect(generations[0] < generations[1])
    }

    @Test func `a flood of segments is forgotten again`() {
        var notary = Notary(policy: NotaryPolicy())
        let witness = Witness(
            peer: .numbered(1), prefix: NetworkPrefix(of: .loopback), session: SessionID(1),
            countsFrom: .start, isAttestor: false)
        let claim = SegmentClaim(length: 1, root: .numbered(1))
        for number in 0..<10_000 {
            _ = notary.report(
                claim, of: .numbered(number), by: witness, population: 1, at: .start)
        }
        #expect(notary.segmentCount <= 1024)
    }
}
