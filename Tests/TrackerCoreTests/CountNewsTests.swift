import Primitives
import TrackerWire
import Testing

@testable import TrackerCore

/// What it costs to keep all members informed, and how far behind they may be.
@Suite(.timeLimit(.minutes(2))) struct CountNewsTests {
    /// A swarm that viewers join one after another; returns the slot messages for each of them.
    private func messagesPerJoin(
        _ count: Int, apart gap: Duration, check: (TrackerWorld, [TrackerWorld.Client]) -> Void
    ) -> Double {
        var policy = TrackerPolicy()
        policy.sessions.silence = .seconds(10_000_000)
        var world = TrackerWorld(policy)
        var clients: [TrackerWorld.Client] = []
        for number in 0..<count {
            clients.append(world.open(number))
            world.announce(clients[number], wanted: 0)
            world.advance(gap)
        }
        world.advance(.seconds(10))
        check(world, clients)
        return Double(clients.reduce(0) { $0 + world.slots($1).count }) / Double(count)
    }

    /// Everybody knows the count to within what is not worth telling.
    private func expectInformed(_ world: TrackerWorld, _ clients: [TrackerWorld.Client]) {
        for client in clients {
            guard let told = world.slots(client).last else {
                Issue.record("a member that was told nothing")
                return
            }
            #expect(abs(Int(told.viewers) - clients.count) * 32 <= clients.count + 32)
        }
    }

    @Test(arguments: [Duration.milliseconds(1), .seconds(60)])
    func `messages for each that joins stay bounded as a swarm grows`(gap: Duration) {
        let growth = [100, 1_000, 10_000].map {
            messagesPerJoin($0, apart: gap, check: expectInformed)
        }
        // One in thirty-two that joins has all told: together that is once for each, and 31 times.
        #expect(growth.allSatisfy { $0 <= 40 }, "\(growth)")
        #expect(growth[2] <= growth[1] * 1.5, "\(growth)")
    }

    @Test func `a crowd that joins at once costs two messages each`() {
        let messages = messagesPerJoin(1_000, apart: .zero, check: expectInformed)
        #expect(messages <= 2)
    }

    @Test func `in a small swarm each that comes or goes is told to all`() {
        var world = TrackerWorld()
        let clients = (0..<20).map { world.open($0) }
        for (index, client) in clients.enumerated() {
            world.announce(client)
            world.advance(.milliseconds(300))
            #expect(
                clients[...index].allSatisfy {
                    world.slots($0).last?.viewers == UInt32(index + 1)
                })
        }
        for (index, client) in clients.enumerated().dropLast() {
            world.disconnect(client)
            world.advance(.milliseconds(300))
            let left = clients[(index + 1)...]
            #expect(left.allSatisfy { Int(world.slots($0).last?.viewers ?? 0) == left.count })
        }
    }

    @Test func `one that comes and goes before the others hear of it leaves nobody misinformed`() {
        var world = TrackerWorld()
        let clients = (0..<3).map { world.open($0) }
        world.announce(clients[0])
        world.advance(.seconds(1))
        world.announce(clients[1])
        world.announce(clients[2])
        #expect(world.slots(clients[2]).last?.viewers == 3)
        world.disconnect(clients[1])
        world.disconnect(clients[0])
        world.advance(.seconds(1))
        #expect(world.slots(clients[2]).last?.viewers == 1)
        #expect(world.slots(clients[2]).last?.slot == 0)
    }

    @Test func `a large swarm is not told of one that leaves but by its next announces`() {
        var world = TrackerWorld()
        let clients = (0..<200).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.advance(.seconds(1))
        world.forgetWhatWasTold()
        world.disconnect(clients[0])
        world.advance(.seconds(20))
        #expect(clients.dropLast().allSatisfy { world.slots($0).isEmpty })
        #expect(world.slots(clients[199]).map(\.slot) == [0])
        world.announce(clients[100])
        #expect(world.slots(clients[100]).map(\.viewers) == [199])
    }
}
