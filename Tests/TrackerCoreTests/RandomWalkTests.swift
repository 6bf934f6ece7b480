import Primitives
import TestSupport
import TrackerWire
import Testing

@testable import TrackerCore

/// Random clients do random things; after each step the tracker is compared with a naive model.
@Suite struct RandomWalkTests {
    @Test(arguments: (0..<30).map { testSeed &+ $0 })
    func `slots stay dense, populations right and nobody meets itself`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = seed % 2 == 0
        var world = TrackerWorld(policy, seed: seed)
        var clients: [TrackerWorld.Client] = []
        var memberships: [TrackerWorld.Client: Set<SwarmID>] = [:]
        let swarms = (1...3).map(SwarmID.numbered)
        for _ in 0..<400 {
            let number = Int.random(in: 0..<24, using: &random)
            let client = clients.randomElement(using: &random)
            let swarm = swarms.randomElement(using: &random) ?? .numbered(1)
            switch (Int.random(in: 0..<10, using: &random), client) {
            case (0...2, _):
                if let old = clients.first(where: { $0.peer == .numbered(number) }) {
                    clients.removeAll { $0 == old }
                    memberships[old] = nil
                }
                let opened = world.open(number, from: .v4(UInt32(number / 4) << 8))
                clients.append(opened)
            case (3...6, let client?):
                world.announce(
                    client, in: swarm, uploads: Bool.random(using: &random),
                    isEdge: Bool.random(using: &random),
                    playhead: UInt32.random(in: 0..<500, using: &random))
                memberships[client, default: []].insert(swarm)
            case (7, let client?):
                world.say(.leave(swarm), client)
                memberships[client]?.remove(swarm)
            case (8, let client?):
                world.disconnect(client)
                clients.removeAll { $0 == client }
                memberships[client] = nil
            default:
                world.advance(.milliseconds(Int.random(in: 0..<700, using: &random)))
            }
            guard world.elapsed < .seconds(85) else { break }
            check(&world, memberships)
        }
        world.advance(.seconds(1))
        converged(world, memberships)
    }

    private func check(
        _ world: inout TrackerWorld, _ memberships: [TrackerWorld.Client: Set<SwarmID>]
    ) {
        for plan in world.takePlans() {
            #expect(!plan.peers.contains { $0.peer == plan.initiator })
            #expect(Set(plan.peers.map(\.peer)).count == plan.peers.count)
            #expect(plan.peers.count <= 8)
            let prefixes = Dictionary(grouping: plan.peers) { NetworkPrefix(of: $0.address.ip) }
            #expect(prefixes.values.allSatisfy { $0.count <= 2 })
        }
        for (id, swarm) in world.tracker.swarms {
            let expected = Set(memberships.filter { $0.value.contains(id) }.map(\.key.peer))
            #expect(Set(swarm.peers) == expected)
            #expect(swarm.peers.count == expected.count)
        }
        #expect(
            Set(world.tracker.swarms.keys)
                == memberships.values.reduce(into: []) { $0.formUnion($1) }
        )
    }

    /// What each member was told last is its slot, and together those are both rows, 0 … N − 1.
    private func converged(
        _ world: TrackerWorld, _ memberships: [TrackerWorld.Client: Set<SwarmID>]
    ) {
        for swarm in world.tracker.swarms.keys {
            let members = memberships.filter { $0.value.contains(swarm) }.map(\.key)
            let told = members.compactMap { member in
                world.slots(member).last { $0.swarm == swarm }
            }
            guard let last = told.last else { continue }
            #expect(told.allSatisfy { ($0.viewers, $0.edges) == (last.viewers, last.edges) })
            #expect(Int(last.viewers + last.edges) == members.count)
            let rows = Array(0..<last.viewers) + Array(0..<last.edges)
            #expect(told.map(\.slot).sorted() == rows.sorted())
        }
    }
}
