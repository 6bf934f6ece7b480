import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

@Suite struct NotaryTests {
    /// A world in which `count` members have been here for longer than their reports need.
    private func world(
        _ policy: TrackerPolicy = TrackerPolicy(), members count: Int, sharingPrefix: Bool = false
    ) -> (TrackerWorld, [TrackerWorld.Client]) {
        var world = TrackerWorld(policy)
        let clients = (0..<count).map { number in
            world.open(number, from: sharingPrefix ? .v4(0x0a00_0000 + UInt32(number)) : nil)
        }
        for client in clients { world.announce(client) }
        world.advance(.seconds(31))
        return (world, clients)
    }

    @Test func `three that agree are signed after the grace, and who comes later at once`() throws {
        var (world, clients) = world(members: 5)
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
        var (world, clients) = world(members: 4)
        for client in clients[0..<3] { world.report(client, length: length) }
        world.advance(.milliseconds(grace - 1))
        #expect(world.attested.isEmpty)
        world.advance(.milliseconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `what has no grace has none whatever its length`() {
        var policy = TrackerPolicy()
        policy.notary.grace = .zero
        var (world, clients) = world(policy, members: 3)
        for client in clients { world.report(client, length: 1) }
        #expect(world.attested.count == 3)
    }

    @Test func `one less is not signed, however often they say it`() {
        var (world, clients) = world(members: 2)
        for _ in 0..<5 { for client in clients { world.report(client) } }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func `a dissent before, between or within the grace forbids it`(after count: Int) {
        var (world, clients) = world(members: 4)
        for client in clients[0..<count + 1] { world.report(client) }
        world.report(clients[3], root: 2)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.reportsConflicting == 1)
    }

    @Test
    func `where bytes differ from viewer to viewer all are told, once each, and who comes later`() {
        var (world, clients) = world(members: 5)
        for (number, client) in clients[0..<3].enumerated() { world.report(client, root: number) }
        #expect(clients.map { tellings(world, $0) } == [0, 0, 0, 0, 0])
        world.report(clients[3], root: 3)
        #expect(clients.map { tellings(world, $0) } == [1, 1, 1, 1, 0])
        world.report(clients[4], root: 0)
        #expect(clients.map { tellings(world, $0) } == [1, 1, 1, 1, 1])
    }

    /// Two of whom two must agree, or three of whom three must, and each has other bytes.
    @Test(arguments: [2, 3]) func `where the rest cannot agree any more, all are told at once`(
        _ k: Int
    ) {
        var policy = TrackerPolicy()
        policy.notary.reporters = k
        var (world, clients) = world(policy, members: k)
        world.report(clients[0], root: 0)
        #expect(clients.map { tellings(world, $0) } == [Int](repeating: 0, count: k))
        world.report(clients[1], root: 1)
        #expect(clients[0..<2].map { tellings(world, $0) } == [1, 1])
    }

    /// How often a client was told that a segment is not to be shared.
    private func tellings(_ world: TrackerWorld, _ client: TrackerWorld.Client) -> Int {
        (world.told[client.session] ?? []).count { message in
            if case .revocation = message { true } else { false }
        }
    }

    /// Three report the same of a segment, others something else each.
    private func dispute(
        _ world: inout TrackerWorld, _ number: Int, agreeing: ArraySlice<TrackerWorld.Client>,
        differing: [TrackerWorld.Client]
    ) -> Bool {
        world.forgetWhatWasTold()
        for (place, client) in differing.enumerated() {
            world.report(client, .numbered(number), root: 100 + place)
        }
        for client in agreeing { world.report(client, .numbered(number)) }
        world.advance(.seconds(1))
        return !world.attested.isEmpty
    }

    @Test func `who alone contradicts three others three times is not heard any more`() {
        var (world, clients) = world(members: 4)
        for number in 0..<3 {
            #expect(!dispute(&world, number, agreeing: clients[0..<3], differing: [clients[3]]))
            // It may be right about what it is given; the others share nothing, and go on.
            #expect(clients.map { tellings(world, $0) } == [0, 0, 0, 1])
        }
        #expect(dispute(&world, 3, agreeing: clients[0..<3], differing: [clients[3]]))
        #expect(clients.map { tellings(world, $0) } == [0, 0, 0, 0])
    }

    @Test func `the many identities of a network have one voice`() {
        var (world, clients) = world(members: 3)
        let sybils = (0..<20).map { world.open(100 + $0, from: .v4(0x0a00_0000 + UInt32($0))) }
        for sybil in sybils { world.announce(sybil) }
        world.advance(.seconds(31))
        for number in 0..<3 {
            let liars = [sybils[5 * number], sybils[5 * number + 1]]
            #expect(!dispute(&world, number, agreeing: clients[0..<3], differing: liars))
        }
        #expect(dispute(&world, 3, agreeing: clients[0..<3], differing: [sybils[19]]))
    }

    @Test func `where three contradict again and again it is the media, and all are heard`() {
        var (world, clients) = world(members: 6)
        var number = 0
        for dissenter in clients[3..<6] {
            for _ in 0..<3 {
                #expect(!dispute(&world, number, agreeing: clients[0..<3], differing: [dissenter]))
                number += 1
            }
        }
        for dissenter in clients[3..<6] {
            #expect(!dispute(&world, number, agreeing: clients[0..<3], differing: [dissenter]))
            number += 1
        }
    }

    @Test func `false words of two networks, however early, are never signed`() {
        var (world, clients) = world(members: 3)
        let sybils = (0..<20).map {
            world.open(100 + $0, from: .v4(0x0a00_0000 + UInt32($0 % 2) << 8))
        }
        for sybil in sybils { world.announce(sybil) }
        world.advance(.seconds(31))
        for number in 0..<10 {
            for sybil in sybils { world.report(sybil, .numbered(number), root: 666) }
            world.advance(.seconds(2))
            for client in clients { world.report(client, .numbered(number)) }
            world.advance(.seconds(1))
            let roots = world.attested.values.flatMap { $0 }.map(\.agreement.claim.root)
            #expect(roots.allSatisfy { $0 == .numbered(1) })
            #expect(roots.isEmpty == (number < 3), "segment \(number)")
        }
    }

    /// It repeats what it was told; neither its word nor that of many such makes a segment signed.
    @Test func `who only repeats the roots of others adds nothing to what is signed`() {
        var (world, clients) = world(members: 3)
        let copycats = (0..<20).map { world.open(100 + $0, from: .v4(0x0a00_0000 + UInt32($0))) }
        for copycat in copycats { world.announce(copycat) }
        world.advance(.seconds(31))
        world.report(clients[0])
        for copycat in copycats { world.report(copycat) }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested[clients[2].session]?.count == 1)
    }

    @Test func `who differs from what is signed is shown that`() {
        var (world, clients) = world(members: 4)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        world.report(clients[3], root: 2)
        #expect(world.attested[clients[3].session]?.map(\.agreement.claim.root) == [.numbered(1)])
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `another length is a dissent too`() {
        var (world, clients) = world(members: 4)
        for client in clients[0..<3] { world.report(client) }
        world.report(clients[3], length: 2_000_001)
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test func `three of one neighbourhood are one`() {
        var (world, clients) = world(members: 3, sharingPrefix: true)
        for client in clients { world.report(client) }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test func `where neighbourhoods do not count, three identities do`() {
        var policy = TrackerPolicy()
        policy.notary.distinctPrefixes = false
        var (world, clients) = world(policy, members: 3, sharingPrefix: true)
        for _ in 0..<3 { world.report(clients[0]) }
        world.report(clients[1])
        world.advance(.seconds(1))
        #expect(world.attested.isEmpty)
        world.report(clients[2])
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
        for _ in 0..<3 { world.report(clients[0], root: 2) }
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `a young reporter's word counts when it is thirty seconds old`() {
        var world = TrackerWorld()
        let clients = (0..<3).map { world.open($0) }
        for client in clients {
            world.announce(client)
            world.report(client)
        }
        world.advance(.milliseconds(30_299))
        #expect(world.attested.isEmpty)
        world.advance(.milliseconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `older reporters bring a young one's moment forward`() {
        var (world, old) = world(members: 2)
        let young = (10..<12).map { world.open($0) }
        for client in young { world.announce(client) }
        world.report(young[0])
        world.report(old[0])
        world.report(young[1])
        world.report(old[1])
        world.advance(.milliseconds(30_299))
        #expect(world.attested.isEmpty)
        world.advance(.milliseconds(1))
        #expect(world.attested.count == 4)
        #expect(world.tracker.counters.attestations == 1)
    }

    @Test func `who is no member has no word`() {
        var (world, clients) = world(members: 3)
        let stranger = world.open(50)
        world.advance(.seconds(31))
        world.report(stranger, root: 2)
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `in a local swarm one report is signed at once`() {
        var world = TrackerWorld(.localSwarm)
        let client = world.open(0)
        world.announce(client)
        world.report(client)
        #expect(world.attested[client.session]?.count == 1)
        #expect(world.attested[client.session]?.first?.agreement.k == 1)
    }

    /// A polluter makes all whom it meets complain; and who has met none can say so as well.
    @Test func `complaints, however many, take nothing back`() {
        var (world, clients) = world(members: 9)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<9] { world.complain(client) }
        #expect(world.tracker.counters.complaints == 6)
        #expect(clients.map { tellings(world, $0) } == [Int](repeating: 0, count: 9))
        world.forgetWhatWasTold()
        world.report(clients[3])
        #expect(world.attested[clients[3].session]?.count == 1)
    }

    @Test func `reports against an attestation count when their reporters are thirty seconds old`()
    {
        var (world, clients) = world(members: 3)
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
        var (world, clients) = world(members: 5)
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
        var (world, clients) = world(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for _ in 0..<3 { for client in clients[3..<5] { world.dispute(client) } }
        // Nor has it another by what it reports later.
        for client in clients[3..<5] { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 0)
        world.dispute(clients[5])
        #expect(world.tracker.counters.revocations == 1)
        #expect(clients.map { tellings(world, $0) } == [1, 1, 1, 1, 1, 1])
        #expect(world.tracker.counters.disputes == 7)
    }

    @Test func `disputes of one neighbourhood are one, and those of strangers none`() {
        var (world, clients) = world(members: 3)
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
        var (world, clients) = world(members: 6)
        for client in clients[3..<6] { world.dispute(client) }
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.revocations == 0)
    }

    @Test func `a newcomer hears what was taken back, for as long as the old word could be shown`()
    {
        var (world, clients) = world(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<6] { world.dispute(client) }
        #expect(world.tracker.counters.revocations == 1)
        let early = world.open(20)
        world.announce(early)
        #expect(tellings(world, early) == 1)
        // Once, and not with every announce.
        world.announce(early, playhead: 500)
        #expect(tellings(world, early) == 1)
        // Nor is it attested to it, whatever it says.
        world.report(early)
        #expect(world.attested[early.session] == nil)
        keepAlive(&world, clients, for: .seconds(6 * 3600 + 60))
        let last = world.open(21)
        world.announce(last)
        #expect(tellings(world, last) == 1)
        keepAlive(&world, clients, for: .seconds(2))
        let late = world.open(22)
        world.announce(late)
        #expect(tellings(world, late) == 0)
    }

    @Test func `a newcomer hears of the last 128 only`() {
        var policy = TrackerPolicy()
        policy.notary.dissenters = 1
        policy.notary.reporters = 1
        policy.notary.grace = .zero
        policy.sessions.messages = RateLimit(perSecond: 10_000, burst: 10_000)
        var (world, clients) = world(policy, members: 2)
        for number in 0..<130 {
            world.report(clients[0], .numbered(number))
            world.dispute(clients[1], .numbered(number))
        }
        #expect(world.tracker.counters.revocations == 130)
        let newcomer = world.open(20)
        world.announce(newcomer)
        #expect(tellings(world, newcomer) == 128)
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

    @Test func `a later agreement is of a higher generation, and the same one stays what it is`() {
        var policy = TrackerPolicy()
        policy.notary.segmentsPerSwarm = 2
        var (world, clients) = world(policy, members: 4)
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

    @Test func `three reports against an attestation revoke it`() {
        var (world, clients) = world(members: 6)
        for client in clients[0..<3] { world.report(client) }
        world.advance(.seconds(1))
        for client in clients[3..<6] { world.report(client, root: 2) }
        #expect(world.tracker.counters.revocations == 1)
        #expect(world.attested[clients[5].session] == nil)
    }

    @Test func `one trusted edge node suffices, at once and as its own level`() {
        var (world, viewers) = world(trustingEdges, members: 3)
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        world.report(edge)
        let agreement = Agreement(
            claim: SegmentClaim(length: 2_000_000, root: .numbered(1)), level: .edge, k: 1,
            generation: UInt32(world.now.unixSeconds))
        #expect(world.attested[edge.session]?.map(\.agreement) == [agreement])
        world.report(viewers[0])
        #expect(world.attested[viewers[0].session]?.map(\.agreement) == [agreement])
    }

    @Test func `an edge node that only says so is one viewer`() {
        var (world, _) = world(members: 3)
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        world.report(edge)
        world.advance(.seconds(60))
        #expect(world.attested.isEmpty)
    }

    @Test func `what viewers said is signed as soon as an edge node says it too`() {
        var (world, viewers) = world(trustingEdges, members: 2)
        for viewer in viewers { world.report(viewer) }
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        #expect(world.attested.isEmpty)
        world.report(edge)
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.attestations == 1)
    }

    @Test func `an edge node that differs from a viewer is not believed`() {
        var (world, viewers) = world(trustingEdges, members: 1)
        world.report(viewers[0], root: 2)
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        world.report(edge)
        world.advance(.seconds(1))
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.reportsConflicting == 1)
    }

    private var trustingEdges: TrackerPolicy {
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = true
        return policy
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
