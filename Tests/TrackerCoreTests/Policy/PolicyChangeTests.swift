import Primitives
import Testing
import TrackerWire

@testable import TrackerCore

@Suite struct PolicyChangeTests {
    private func policies(
        told client: TrackerWorld.Client, in world: TrackerWorld
    ) -> [ClientPolicy] {
        (world.told[client.session] ?? []).compactMap { message in
            if case .policyChange(let policy) = message { policy } else { nil }
        }
    }

    @Test func `a change is told to whom it concerns, once`() {
        var world = TrackerWorld()
        let tv = world.open(0, app: "tv")
        let radio = world.open(1, app: "radio")
        var policy = TrackerPolicy()
        policy.apps["tv"] = policy.client
        policy.apps["tv"]?.uploadBytesPerSecond = 1000
        policy.apps["tv"]?.uploadsWhenMetered = false
        world.use(policy)
        world.use(policy)
        #expect(policies(told: tv, in: world).map(\.uploadBytesPerSecond) == [1000])
        #expect(policies(told: tv, in: world).map(\.uploadsWhenMetered) == [false])
        #expect(policies(told: radio, in: world).isEmpty)
    }

    @Test func `an app that is switched off is in no swarm, and comes back`() {
        var world = TrackerWorld()
        let tv = (0..<3).map { world.open($0, app: "tv") }
        for client in tv { world.announce(client) }
        let radio = world.open(5, app: "radio")
        world.announce(radio, in: .numbered(2))
        #expect(world.tracker.swarmCount == 2)
        var policy = TrackerPolicy()
        policy.apps["tv"] = policy.client
        policy.apps["tv"]?.p2pAllowed = false
        world.use(policy)
        #expect(world.tracker.swarmCount == 1)
        for client in tv { #expect(policies(told: client, in: world).map(\.p2pAllowed) == [false]) }
        world.announce(tv[0])
        #expect(world.tracker.swarmCount == 1)

        world.use(TrackerPolicy())
        world.forgetWhatWasTold()
        for client in tv { world.announce(client) }
        #expect(world.introduced(to: tv[2]).count == 2)
        #expect(world.tracker.sessionCount == 4)
    }

    @Test func `a revoked app's sessions end, and no other's`() {
        var world = TrackerWorld()
        let tv = world.open(0, app: "tv")
        let radio = world.open(1, app: "radio")
        world.announce(tv)
        var policy = TrackerPolicy()
        policy.revoked.apps = ["tv"]
        world.use(policy)
        #expect(world.closed == [tv.session: .revoked])
        #expect(SessionEnd.revoked.refusal == .revoked)
        #expect(world.tracker.swarmCount == 0)
        world.announce(radio)
        #expect(world.tracker.swarmCount == 1)
    }

    @Test func `nobody is introduced before the audience is large enough, and all are then`() {
        var policy = TrackerPolicy()
        policy.client.minimumAudience = 3
        var world = TrackerWorld(policy)
        let clients = (0..<3).map { world.open($0) }
        world.announce(clients[0])
        world.announce(clients[1])
        #expect(world.introduced(to: clients[1]).isEmpty)
        world.announce(clients[2])
        #expect(world.introduced(to: clients[2]).count == 2)
        // It is early, but its last answer was none.
        world.announce(clients[0])
        #expect(world.introduced(to: clients[0]).count == 2)
        world.announce(clients[0])
        world.announce(clients[0])
        #expect(world.plans[clients[0].session]?.count == 3)
    }

    @Test func `lower limits of sessions hold for who comes, and end nobody`() {
        var world = TrackerWorld()
        let address = IPAddress.v4(0x0b00_0001)
        let first = world.open(0, from: address)
        _ = world.open(1, from: address)
        var policy = TrackerPolicy()
        policy.sessions.perAddress = 1
        world.use(policy)
        let late = world.open(2, from: address)
        #expect(world.closed == [late.session: .noRoom])
        world.announce(first)
        #expect(world.tracker.swarmCount == 1)
    }

    @Test func `k of a new policy counts for segments that are being gathered`() {
        var policy = TrackerPolicy()
        policy.notary.credentialAge = .zero
        var world = TrackerWorld(policy)
        let clients = (0..<2).map { world.open($0) }
        for client in clients { world.announce(client) }
        world.report(clients[0])
        policy.notary.reporters = 2
        world.use(policy)
        world.report(clients[1])
        world.advance(.seconds(1))
        #expect(world.attested[clients[0].session]?.first?.agreement.k == 2)
    }

    @Test func `another life of secrets is told to every member at once`() {
        var world = TrackerWorld()
        let client = world.open(0)
        world.announce(client)
        var policy = TrackerPolicy()
        policy.swarms.secretLifetime = .seconds(60)
        world.use(policy)
        let number = UInt32(1_700_000_000 / 60)
        #expect(world.epochs[client.session]?.last == [Epoch(number), Epoch(number + 1)])
    }

    @Test func `edge nodes are trusted and distrusted by a change`() {
        var world = TrackerWorld()
        let node = world.open(0)
        world.announce(node, isEdge: true)
        var policy = TrackerPolicy()
        policy.introductions.trustsEdgeClaims = true
        world.use(policy)
        world.advance(.seconds(1))
        #expect(world.slots(node).last?.edges == 1)
        world.use(TrackerPolicy())
        world.advance(.seconds(1))
        #expect(world.slots(node).last?.edges == 0)
    }
}
