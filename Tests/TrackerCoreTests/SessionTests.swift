import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

@Suite struct SessionTests {
    @Test func `the welcome says what was observed and what is allowed`() throws {
        var world = TrackerWorld()
        let client = world.open(0)
        var policy = ClientPolicy(maxPeers: 32, announceIntervalSeconds: 30, k: 3)
        policy.auditsPerThousand = 10
        let welcome = Welcome(
            observed: SocketAddress(ip: .v4(0x0b00_0001), port: 50_000), policy: policy,
            notaryKeys: [.zero], unixTime: 1_700_000_000)
        #expect(world.told[client.session] == [.welcome(welcome)])
    }

    @Test func `a flood is dropped and a long one ends the session`() {
        var world = TrackerWorld()
        let client = world.open(0)
        for _ in 0..<42 { world.say(.leave(.numbered(1)), client) }
        #expect(world.tracker.counters.messagesDropped == 2)
        #expect(world.told[client.session]?.last == .retryAfter(seconds: 1))
        #expect(world.told[client.session]?.count == 2)
        world.advance(.seconds(3))
        for _ in 0..<239 { world.say(.leave(.numbered(1)), client) }
        #expect(world.closed.isEmpty)
        world.say(.leave(.numbered(1)), client)
        #expect(world.closed == [client.session: .flooding])
        world.say(.leave(.numbered(1)), client)
        #expect(world.tracker.sessionCount == 0)
    }

    @Test func `the seventeenth swarm ends the session`() {
        var world = TrackerWorld()
        let client = world.open(0)
        for number in 0..<16 { world.announce(client, in: .numbered(number)) }
        #expect(world.closed.isEmpty)
        #expect(world.tracker.swarmCount == 16)
        world.announce(client, in: .numbered(16))
        #expect(world.closed == [client.session: .tooManySwarms])
        #expect(world.tracker.swarmCount == 0)
    }

    @Test func `an address and its neighbourhood hold so many sessions`() {
        var world = TrackerWorld()
        for number in 0..<65 {
            let client = world.open(number, from: .v4(0x0a00_0000 + UInt32(number % 5)))
            #expect((world.closed[client.session] == .noRoom) == (number >= 64))
        }
        var other = TrackerWorld()
        let clients = (0..<17).map { other.open($0, from: .v4(0x0a00_0001)) }
        #expect(other.closed == [clients[16].session: .noRoom])
        other.disconnect(clients[0])
        let another = other.open(18, from: .v4(0x0a00_0001))
        #expect(other.closed[another.session] == nil)
    }

    @Test func `a full tracker and a full swarm take nobody in`() {
        var policy = TrackerPolicy()
        policy.sessions.total = 3
        policy.swarms.members = 2
        policy.swarms.total = 1
        var world = TrackerWorld(policy)
        let clients = (0..<4).map { world.open($0) }
        #expect(world.closed == [clients[3].session: .noRoom])
        for client in clients { world.announce(client) }
        #expect(world.told[clients[2].session]?.last == .retryAfter(seconds: 30))
        world.announce(clients[0], in: .numbered(2))
        #expect(world.told[clients[0].session]?.last == .retryAfter(seconds: 30))
        #expect(world.tracker.swarmCount == 1)
    }

    @Test func `a client that does not take what it is sent is ended`() {
        var world = TrackerWorld()
        let client = world.open(1)
        world.stall(client)
        #expect(world.closed == [client.session: .notReading])
        #expect(world.tracker.counters.sessionsEnded[.notReading] == 1)
        #expect(world.tracker.sessionCount == 0)
    }

    @Test func `what is no message ends the session`() {
        var world = TrackerWorld()
        let client = world.open(0)
        world.say(nil, client)
        #expect(world.closed == [client.session: .malformedMessage])
    }

    @Test func `secrets are the current and the next, and come again with the next epoch`() {
        var world = TrackerWorld()
        let client = world.open(0)
        world.announce(client)
        let first = Epoch(1_700_000_000 / 600)
        let second = Epoch(first.number + 1)
        #expect(world.epochs[client.session] == [[first, second]])
        for _ in 0..<20 {
            world.advance(.seconds(30))
            world.announce(client)
        }
        #expect(
            world.epochs[client.session]
                == [[first, second], [second, Epoch(second.number + 1)]])
    }

    @Test func `shutting down ends every session`() {
        var world = TrackerWorld()
        let clients = (0..<3).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.shutDown()
        #expect(world.closed.count == 3)
        #expect(Set(world.closed.values) == [.shuttingDown])
        #expect(world.tracker.swarmCount == 0)
        world.advance(.seconds(200))
        #expect(world.tracker.deadline == nil)
    }

    @Test func `statistics add up and never overflow`() {
        var world = TrackerWorld()
        let client = world.open(0)
        for _ in 0..<2 {
            world.say(
                .statistics(
                    Statistics(
                        swarm: .numbered(1), peerBytes: .max, cdnBytes: 2, uploadedBytes: 3)),
                client)
        }
        #expect(world.tracker.counters.peerBytes == .max)
        #expect(world.tracker.counters.cdnBytes == 4)
        #expect(world.tracker.counters.uploadedBytes == 6)
    }
}
