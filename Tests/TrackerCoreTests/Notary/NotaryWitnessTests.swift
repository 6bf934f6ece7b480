import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// Whose word counts, and how much.
@Suite struct NotaryWitnessTests {
    @Test func `who alone contradicts three others three times is not heard any more`() {
        var (world, clients) = TrackerWorld.inhabited(members: 4)
        for number in 0..<3 {
            #expect(!dispute(&world, number, agreeing: clients[0..<3], differing: [clients[3]]))
            // It may be right about what it is given; the others share nothing, and go on.
            #expect(clients.map { world.revocations(to: $0) } == [0, 0, 0, 1])
        }
        #expect(dispute(&world, 3, agreeing: clients[0..<3], differing: [clients[3]]))
        #expect(clients.map { world.revocations(to: $0) } == [0, 0, 0, 0])
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

    @Test func `the many identities of a network have one voice`() {
        var (world, clients) = TrackerWorld.inhabited(members: 3)
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
        var (world, clients) = TrackerWorld.inhabited(members: 6)
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
        var (world, clients) = TrackerWorld.inhabited(members: 3)
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
        var (world, clients) = TrackerWorld.inhabited(members: 3)
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

    @Test func `three of one neighbourhood are one`() {
        var (world, clients) = TrackerWorld.inhabited(members: 3, sharingPrefix: true)
        for client in clients { world.report(client) }
        world.advance(.seconds(10))
        #expect(world.attested.isEmpty)
    }

    @Test func `where neighbourhoods do not count, three identities do`() {
        var policy = TrackerPolicy()
        policy.notary.distinctPrefixes = false
        var (world, clients) = TrackerWorld.inhabited(policy, members: 3, sharingPrefix: true)
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
        var (world, old) = TrackerWorld.inhabited(members: 2)
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
        var (world, clients) = TrackerWorld.inhabited(members: 3)
        let stranger = world.open(50)
        world.advance(.seconds(31))
        world.report(stranger, root: 2)
        for client in clients { world.report(client) }
        world.advance(.seconds(1))
        #expect(world.attested.count == 3)
    }

    @Test func `one trusted edge node suffices, at once and as its own level`() {
        var (world, viewers) = TrackerWorld.inhabited(trustingEdges, members: 3)
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
        var (world, _) = TrackerWorld.inhabited(members: 3)
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        world.report(edge)
        world.advance(.seconds(60))
        #expect(world.attested.isEmpty)
    }

    @Test func `what viewers said is signed as soon as an edge node says it too`() {
        var (world, viewers) = TrackerWorld.inhabited(trustingEdges, members: 2)
        for viewer in viewers { world.report(viewer) }
        let edge = world.open(10)
        world.announce(edge, isEdge: true)
        #expect(world.attested.isEmpty)
        world.report(edge)
        #expect(world.attested.count == 3)
        #expect(world.tracker.counters.attestations == 1)
    }

    @Test func `an edge node that differs from a viewer is not believed`() {
        var (world, viewers) = TrackerWorld.inhabited(trustingEdges, members: 1)
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
}
