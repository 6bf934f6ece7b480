import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// Edge nodes have a row of their own, where the policy lets them be such.
@Suite struct EdgeSlotTests {
    private static var trusting: TrackerPolicy {
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = true
        return policy
    }

    private func place(_ slot: UInt32, viewers: UInt32, edges: UInt32) -> SlotAssignment {
        SlotAssignment(swarm: .numbered(1), slot: slot, viewers: viewers, edges: edges)
    }

    @Test func `edge nodes and viewers are numbered apart`() {
        var world = TrackerWorld(Self.trusting)
        let clients = (0..<5).map { world.open($0) }
        for (index, client) in clients.enumerated() {
            world.announce(client, isEdge: index % 2 == 0)
        }
        world.advance(.seconds(1))
        #expect(
            clients.map { world.slots($0).last } == [
                place(0, viewers: 2, edges: 3), place(0, viewers: 2, edges: 3),
                place(1, viewers: 2, edges: 3), place(1, viewers: 2, edges: 3),
                place(2, viewers: 2, edges: 3),
            ])
    }

    @Test func `whose word is not trusted is a viewer`() {
        var world = TrackerWorld()
        let clients = (0..<2).map { world.open($0) }
        world.announce(clients[0], isEdge: true)
        world.announce(clients[1])
        world.advance(.seconds(1))
        #expect(
            clients.map { world.slots($0).last } == [
                place(0, viewers: 2, edges: 0), place(1, viewers: 2, edges: 0),
            ])
    }

    /// A large swarm that has come to rest, and an edge node that is about to join it.
    private func crowd() -> (TrackerWorld, [TrackerWorld.Client], edge: TrackerWorld.Client) {
        var world = TrackerWorld(Self.trusting)
        let viewers = (0..<300).map { world.open($0) }
        for viewer in viewers { world.announce(viewer) }
        world.advance(.seconds(1))
        let edge = world.open(1_000)
        world.forgetWhatWasTold()
        return (world, viewers, edge)
    }

    @Test func `a first edge node and its loss are told to all at once`() {
        var (world, viewers, edge) = crowd()
        world.announce(edge, isEdge: true)
        world.advance(.zero)
        #expect(viewers.allSatisfy { world.slots($0).map(\.edges) == [1] })
        world.advance(.seconds(10))
        world.forgetWhatWasTold()
        world.disconnect(edge)
        world.advance(.zero)
        #expect(viewers.allSatisfy { world.slots($0).map(\.edges) == [0] })
    }

    @Test func `an edge node's loss does not wait for news that is on its way`() {
        var (world, viewers, edge) = crowd()
        world.announce(edge, isEdge: true)
        world.advance(.seconds(10))
        for number in 2_000..<2_050 { world.announce(world.open(number)) }
        world.forgetWhatWasTold()
        world.disconnect(edge)
        world.advance(.zero)
        #expect(viewers.allSatisfy { world.slots($0).map(\.edges) == [0] })
        world.forgetWhatWasTold()
        world.advance(.seconds(5))
        #expect(viewers.allSatisfy { world.slots($0).isEmpty })
    }

    @Test func `an edge node that comes and goes cannot make the tracker talk without end`() {
        var (world, viewers, edge) = crowd()
        for _ in 0..<18 {
            world.announce(edge, isEdge: true)
            world.advance(.milliseconds(5))
            world.say(.leave(.numbered(1)), edge)
            world.advance(.milliseconds(5))
        }
        world.advance(.seconds(2))
        // In a fifth of a second, at 2,000 messages a second for 300 members.
        #expect(viewers.allSatisfy { world.slots($0).count <= 4 })
        #expect(viewers.allSatisfy { world.slots($0).last?.edges == 0 })
    }

    @Test func `a member that changes its role moves to the other row`() {
        var world = TrackerWorld(Self.trusting)
        let clients = (0..<3).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.advance(.seconds(5))
        world.forgetWhatWasTold()
        world.announce(clients[0], isEdge: true)
        #expect(world.slots(clients[0]) == [place(0, viewers: 2, edges: 1)])
        #expect(world.slots(clients[2]) == [place(0, viewers: 2, edges: 1)])
        world.advance(.zero)
        #expect(world.slots(clients[1]) == [place(1, viewers: 2, edges: 1)])
        world.forgetWhatWasTold()
        world.advance(.seconds(5))
        world.announce(clients[0])
        #expect(world.slots(clients[0]) == [place(2, viewers: 3, edges: 0)])
        world.advance(.zero)
        #expect(world.slots(clients[1]) == [place(1, viewers: 3, edges: 0)])
    }

    @Test func `the last edge node takes the slot of the one that leaves at once`() {
        var world = TrackerWorld(Self.trusting)
        let clients = (0..<3).map { world.open($0) }
        for client in clients { world.announce(client, isEdge: true) }
        world.advance(.seconds(5))
        world.forgetWhatWasTold()
        world.disconnect(clients[0])
        #expect(world.slots(clients[2]) == [place(0, viewers: 0, edges: 2)])
    }
}
