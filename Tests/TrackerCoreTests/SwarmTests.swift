import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

@Suite struct SlotTests {
    @Test func `a newcomer knows its slot at once and the others within a second`() {
        var world = TrackerWorld()
        let clients = (0..<3).map { world.open($0) }
        for client in clients { world.announce(client) }
        #expect(
            clients.map { world.slots($0).map(\.slot) } == [[0], [1], [2]])
        world.advance(.seconds(1))
        for (slot, client) in clients.enumerated() {
            let expected = SlotAssignment(
                swarm: .numbered(1), slot: UInt32(slot), viewers: 3, edges: 0)
            #expect(world.slots(client).last == expected)
        }
    }

    @Test func `the last takes the slot of the one that leaves`() {
        var world = TrackerWorld()
        let clients = (0..<4).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.advance(.seconds(1))
        world.forgetWhatWasTold()
        world.say(.leave(.numbered(1)), clients[1])
        // Whose slot it is now hears of it before anybody else.
        #expect(world.slots(clients[3]).map(\.slot) == [1])
        #expect(world.slots(clients[2]).isEmpty)
        world.advance(.seconds(1))
        #expect(world.slots(clients[0]).map(\.viewers) == [3])
        #expect(world.slots(clients[1]).isEmpty)
        #expect(world.slots(clients[2]).map(\.slot) == [2])
        #expect(world.slots(clients[3]).map(\.slot) == [1])
    }

    @Test func `a thousand that join together cost a few messages each`() {
        var world = TrackerWorld()
        var clients: [TrackerWorld.Client] = []
        for number in 0..<1000 {
            clients.append(world.open(number))
            world.announce(clients[number])
            world.advance(.milliseconds(1))
        }
        world.advance(.seconds(1))
        #expect(clients.allSatisfy { world.slots($0).last?.viewers == 1000 })
        let messages = clients.reduce(0) { $0 + world.slots($1).count }
        #expect(messages <= 4000)
    }

    @Test func `a member that falls silent is gone after ninety seconds`() {
        var world = TrackerWorld()
        let silent = world.open(0)
        let lively = world.open(1)
        world.announce(silent)
        for _ in 0..<4 {
            world.announce(lively)
            world.advance(.seconds(30))
        }
        #expect(world.closed == [silent.session: .silent])
        #expect(world.slots(lively).last?.viewers == 1)
        #expect(world.slots(lively).last?.slot == 0)
    }

    @Test func `a swarm that a client says nothing of loses it`() {
        var world = TrackerWorld()
        let client = world.open(0)
        world.announce(client, in: .numbered(1))
        for _ in 0..<4 {
            world.announce(client, in: .numbered(2))
            world.advance(.seconds(30))
        }
        #expect(world.closed.isEmpty)
        #expect(world.tracker.swarmCount == 1)
    }

    @Test func `a client that comes again replaces its old session`() {
        var world = TrackerWorld()
        let old = world.open(0)
        world.announce(old)
        let new = world.open(0)
        world.announce(new)
        #expect(world.closed == [old.session: .replaced])
        world.disconnect(old)
        world.advance(.seconds(1))
        #expect(world.slots(new).last?.viewers == 1)
        #expect(world.tracker.sessionCount == 1)
    }
}
