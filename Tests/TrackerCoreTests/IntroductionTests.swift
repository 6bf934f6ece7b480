import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

@Suite struct IntroductionTests {
    @Test func `each is told of the other and nobody of itself`() {
        var world = TrackerWorld()
        let clients = (0..<2).map { world.open($0) }
        for client in clients { world.announce(client) }
        #expect(world.introduced(to: clients[0]).isEmpty)
        #expect(world.plans[clients[0].session]?.count == 1)
        #expect(world.introduced(to: clients[1]) == [.numbered(0)])
        world.advance(.seconds(30))
        world.announce(clients[0], playhead: 30)
        #expect(world.introduced(to: clients[0]) == [.numbered(1)])
    }

    @Test(arguments: [(30, 30), (120, 120), (600, 120)])
    func `no policy makes a ticket good for more than two minutes`(
        policySeconds: Int, seconds: UInt32
    ) throws {
        var policy = TrackerPolicy()
        policy.introductions.ticketLifetime = .seconds(policySeconds)
        var world = TrackerWorld(policy)
        let clients = (0..<2).map { world.open($0) }
        for client in clients { world.announce(client) }
        let plan = try #require(world.plans[clients[1].session]?.first)
        #expect(plan.ticketsNotAfter == UInt32(world.now.unixSeconds) + seconds)
    }

    @Test func `the observed address goes with the announced port`() throws {
        var world = TrackerWorld()
        let first = world.open(0, from: .v6(high: 0, low: 0xffff_0a01_0203))
        world.announce(first, port: 4321, playhead: 77)
        let second = world.open(1)
        world.announce(second)
        let plan = try #require(world.plans[second.session]?.first)
        #expect(
            plan.peers == [
                IntroductionPlan.Peer(
                    peer: first.peer, address: SocketAddress(ip: .v4(0x0a01_0203), port: 4321),
                    isEdge: false, playheadSeconds: 77)
            ])
        #expect(plan.initiator == second.peer)
        #expect(plan.ticketsNotAfter == UInt32(world.now.unixSeconds) + 120)
        #expect(plan.epoch == Epoch(UInt32(world.now.unixSeconds / 600)))
    }

    @Test func `a reply has at most eight, and fewer when fewer are wanted`() {
        var world = TrackerWorld()
        for number in 0..<30 {
            let client = world.open(number)
            world.announce(client, wanted: number == 29 ? 3 : 255)
            let expected = number == 29 ? 3 : min(number, 8)
            #expect(world.introduced(to: client).count == expected)
        }
    }

    @Test(arguments: [true, false])
    func `two of a neighbourhood are enough unless all are local`(isLocal: Bool) {
        var world = TrackerWorld(isLocal ? .localSwarm : TrackerPolicy())
        for number in 0..<10 {
            world.announce(world.open(number, from: .v4(0x0a01_0200 + UInt32(number))))
        }
        let client = world.open(100)
        world.announce(client)
        #expect(world.introduced(to: client).count == (isLocal ? 8 : 2))
    }

    @Test func `who does not upload or cannot be reached is not introduced`() {
        var world = TrackerWorld()
        world.announce(world.open(0), uploads: false)
        world.announce(world.open(1), port: 0)
        world.announce(world.open(2), port: 1023)
        world.announce(world.open(3), port: 1024)
        let client = world.open(4)
        world.announce(client)
        #expect(world.introduced(to: client) == [.numbered(3)])
    }

    @Test func `edge nodes come first where they are trusted`() {
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = true
        var world = TrackerWorld(policy)
        for number in 0..<200 { world.announce(world.open(number), isEdge: number == 120) }
        let client = world.open(1000)
        world.announce(client)
        #expect(world.introduced(to: client).first == .numbered(120))

        var distrusting = TrackerWorld()
        distrusting.announce(distrusting.open(0), isEdge: true)
        let other = distrusting.open(1)
        distrusting.announce(other)
        #expect(distrusting.plans[other.session]?.last?.peers.first?.isEdge == false)
    }

    @Test func `a client's own address and who plays just ahead are among the eight`() {
        var world = TrackerWorld()
        for number in 0..<500 {
            world.announce(world.open(number), playhead: UInt32(number * 10))
        }
        let home = IPAddress.v4(0x5000_0001)
        world.announce(world.open(600, from: home), playhead: 4000)
        let client = world.open(601, from: home)
        world.announce(client, playhead: 2001)
        let introduced = world.introduced(to: client)
        #expect(introduced.first == .numbered(600))
        #expect(introduced[1...3] == [.numbered(201), .numbered(202), .numbered(203)])
        #expect(introduced.count == 8)
    }

    @Test func `a client is told of sixty peers an hour`() {
        var policy = TrackerPolicy()
        policy.sessions.silence = .seconds(7200)
        var world = TrackerWorld(policy)
        let others = (1...100).map { world.open($0) }
        for other in others { world.announce(other) }
        var client = world.open(0)
        var told: Set<PeerID> = []
        for round in 0..<110 {
            world.announce(client, playhead: UInt32(30 * round))
            told.formUnion(world.introduced(to: client))
            if round == 50 { client = world.open(0) }
            world.advance(.seconds(30))
        }
        #expect(told.count == 60)
    }

    /// Of `keys` clients that come one after the other from the address, all together.
    private func harvest(
        _ world: inout TrackerWorld, keys: Int, from first: IPAddress, to last: IPAddress? = nil
    ) -> Set<PeerID> {
        var told: Set<PeerID> = []
        for key in 0..<keys {
            let place = key == keys - 1 ? last ?? first : first
            let client = world.open(10_000 + key, from: place)
            for round in 0..<8 {
                world.announce(client, playhead: UInt32(100 * round))
                told.formUnion(world.introduced(to: client))
                world.advance(.seconds(2))
            }
            world.disconnect(client)
        }
        return told
    }

    /// A world of 400 peers, each in a neighbourhood of its own, that stay for hours.
    private func crowd(_ change: (inout TrackerPolicy) -> Void = { _ in }) -> TrackerWorld {
        var policy = TrackerPolicy()
        policy.sessions.silence = .seconds(20_000)
        change(&policy)
        var world = TrackerWorld(policy)
        for number in 1...400 { world.announce(world.open(number)) }
        return world
    }

    @Test func `who makes itself new keys is told of no more than its address may be`() {
        var world = crowd()
        let address = IPAddress.v4(0x0a00_0001)
        let told = harvest(&world, keys: 12, from: address)
        #expect(told.count == 240)
        // A neighbour has its own, and the address again in an hour.
        #expect(harvest(&world, keys: 2, from: .v4(0x0a00_0002)).count > 60)
        world.advance(.seconds(3600))
        let later = harvest(&world, keys: 8, from: address)
        #expect(later.count > 60 && !told.isSuperset(of: later))
    }

    @Test func `whoever has one address of IPv6 has those around it`() {
        var world = crowd()
        let told = harvest(
            &world, keys: 12, from: .v6(high: 0x2001_0db8_0000_0001, low: 1),
            to: .v6(high: 0x2001_0db8_0000_0001, low: 99))
        #expect(told.count == 240)
    }

    @Test func `an address whose hour is over goes on with those that it knows`() {
        var world = crowd()
        let address = IPAddress.v4(0x0a00_0001)
        let told = harvest(&world, keys: 12, from: address)
        let client = world.open(20_000, from: address)
        world.announce(client)
        let again = world.introduced(to: client)
        #expect(!again.isEmpty && told.isSuperset(of: again))
    }

    @Test func `without a limit of an address each key has its own hour`() {
        var world = crowd { $0.introductions.peersPerHourPerAddress = nil }
        #expect(harvest(&world, keys: 12, from: .v4(0x0a00_0001)).count > 300)
    }

    @Test func `an early announce gets the last answer once`() {
        var world = TrackerWorld()
        for number in 1...20 { world.announce(world.open(number)) }
        let client = world.open(0)
        for second in 0..<5 {
            world.announce(client, playhead: UInt32(second))
            world.advance(.seconds(1))
        }
        #expect(world.plans[client.session]?.count == 2)
        #expect(world.plans[client.session]?[0].peers == world.plans[client.session]?[1].peers)
        world.announce(client, port: 41_000, playhead: 5)
        #expect(world.plans[client.session]?.count == 3)
        world.advance(.seconds(1))
        world.announce(client, port: 41_000, playhead: 2000)
        #expect(world.plans[client.session]?.count == 4)
        #expect(world.tracker.counters.announcesEarly == 4)
    }

    @Test func `without peer-to-peer nobody is told anything`() {
        var policy = TrackerPolicy()
        policy.client.p2pAllowed = false
        var world = TrackerWorld(policy)
        let client = world.open(0)
        world.announce(client)
        #expect(world.told[client.session]?.count == 1)
        #expect(world.tracker.swarmCount == 0)
    }
}
