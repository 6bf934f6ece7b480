import Primitives
import Testing
import TrackerWire

@testable import TrackerCore

/// Who is let into a swarm by a grant, where the policy asks for one.
@Suite struct GrantTests {
    private static let issuer = Bytes32(words: (5, 5, 5, 5))
    private static let now: UInt32 = 1_700_000_000
    private let swarm = SwarmID.numbered(1)

    private static var policy: TrackerPolicy {
        var policy = TrackerPolicy()
        policy.client.grantsRequired = true
        policy.grants.issuers = [issuer]
        return policy
    }

    private func grant(
        _ number: Int, id: UInt64 = 1, app: String = "tv", bundle: String = "com.tv",
        role: Grant.Role = .viewer, issued: UInt32 = now, useBy: UInt32? = nil,
        expires: UInt32 = now + 3600, issuer: Bytes32 = issuer, swarms: [SwarmID] = []
    ) throws -> Grant {
        try Grant(
            issuer: issuer, appID: app, bundleID: bundle, role: role, client: .numbered(number),
            issued: issued, useBy: useBy ?? issued + 300, expires: expires,
            id: GrantID(words: (0, id)), swarms: swarms,
            sign: { _ in [UInt8](repeating: 1, count: 64) })
    }

    private func show(
        _ grant: Grant, _ client: TrackerWorld.Client, in world: inout TrackerWorld,
        isSigned: Bool = true
    ) {
        world.say(
            .grant(GrantPresentation(swarm: swarm, grant: Redacted(grant))), client)
        world.verify(areSigned: isSigned)
    }

    @Test func `without a grant a client is told so, and nothing else`() {
        var world = TrackerWorld(Self.policy)
        let client = world.open(0)
        world.announce(client)
        #expect(world.authorizations(of: client) == [.needed])
        #expect(world.told[client.session]?.count == 2)
        #expect(world.plans.isEmpty && world.epochs.isEmpty)
        #expect(world.tracker.swarmCount == 0)
        world.report(client)
        #expect(world.attested.isEmpty)
        #expect(world.tracker.counters.announcesUnauthorized == 1)
    }

    @Test func `with a grant it is let in and introduced`() throws {
        var world = TrackerWorld(Self.policy)
        let clients = (0..<2).map { world.open($0) }
        for (number, client) in clients.enumerated() {
            show(try grant(number, id: UInt64(number)), client, in: &world)
            world.announce(client)
            #expect(world.authorizations(of: client) == [.granted])
        }
        #expect(world.introduced(to: clients[1]) == [clients[0].peer])
        #expect(world.tracker.counters.grantsUsed == 2)
    }

    @Test func `a grant for others, or of another time, opens nothing`() throws {
        let refused: [(GrantRefusal, Grant)] = [
            (.otherClient, try grant(1)),
            (.otherApp, try grant(0, app: "radio")),
            (.otherBundle, try grant(0, bundle: "com.other")),
            (.otherSwarm, try grant(0, swarms: [.numbered(2)])),
            (.unknownIssuer, try grant(0, issuer: Bytes32(words: (6, 6, 6, 6)))),
            (.notYetIssued, try grant(0, issued: Self.now + 61)),
            (.tooLate, try grant(0, issued: Self.now - 361)),
            (.tooLate, try grant(0, issued: Self.now - 100, useBy: Self.now - 61)),
            (
                .tooLate,
                try grant(0, issued: Self.now - 40, useBy: Self.now - 1, expires: Self.now - 1)
            ),
        ]
        for (reason, grant) in refused {
            var world = TrackerWorld(Self.policy)
            let client = world.open(0)
            show(grant, client, in: &world)
            #expect(world.tracker.counters.grantsRefused == [reason: 1])
            #expect(world.authorizations(of: client) == [.refused])
            world.announce(client)
            #expect(world.tracker.swarmCount == 0, "\(reason)")
        }
        for tolerated in [
            try grant(0, issued: Self.now + 60), try grant(0, issued: Self.now - 360),
        ] {
            var world = TrackerWorld(Self.policy)
            let client = world.open(0)
            show(tolerated, client, in: &world)
            #expect(world.authorizations(of: client) == [.granted])
        }
    }

    @Test func `a grant that its issuer has not signed opens nothing, and is not used up`() throws {
        var world = TrackerWorld(Self.policy)
        let client = world.open(0)
        show(try grant(0), client, in: &world, isSigned: false)
        #expect(world.tracker.counters.grantsRefused == [.badSignature: 1])
        show(try grant(0), client, in: &world)
        #expect(world.authorizations(of: client) == [.refused, .granted])
    }

    @Test func `a grant is used once, by whomever`() throws {
        var world = TrackerWorld(Self.policy)
        let first = world.open(0)
        show(try grant(0), first, in: &world)
        let again = world.open(0)
        show(try grant(0), again, in: &world)
        #expect(world.authorizations(of: again) == [.refused])
        #expect(world.tracker.counters.grantsRefused == [.usedBefore: 1])
        world.announce(again)
        #expect(world.tracker.swarmCount == 0)
    }

    @Test func `two shown at once are still one`() throws {
        var world = TrackerWorld(Self.policy)
        let client = world.open(0)
        let shown = GrantPresentation(swarm: swarm, grant: Redacted(try grant(0)))
        world.say(.grant(shown), client)
        world.say(.grant(shown), client)
        world.verify()
        #expect(world.authorizations(of: client) == [.granted, .refused])
    }

    @Test func `as many used grants are remembered as may be, and no other is taken meanwhile`()
        throws
    {
        var policy = Self.policy
        policy.grants.remembered = 2
        var world = TrackerWorld(policy)
        let client = world.open(0)
        for id in 1...2 as ClosedRange<UInt64> {
            show(try grant(0, id: id, swarms: [swarm]), client, in: &world)
        }
        show(try grant(0, id: 3), client, in: &world)
        #expect(world.authorizations(of: client) == [.granted, .granted, .refused])
        #expect(world.tracker.counters.grantsRefused == [.noRoom: 1])
        world.announce(client)
        for _ in 0..<9 {
            world.advance(.seconds(41))
            world.announce(client)
        }
        show(try grant(0, id: 3, issued: Self.now + 369), client, in: &world)
        #expect(world.authorizations(of: client).last == .granted)
    }

    @Test func `a grant that is over puts the client out of the swarm, and a new one back in`()
        throws
    {
        var world = TrackerWorld(Self.policy)
        let client = world.open(0)
        show(try grant(0, expires: Self.now + 300), client, in: &world)
        for _ in 0..<10 {
            world.announce(client)
            world.advance(.seconds(30))
        }
        #expect(world.tracker.swarmCount == 1)
        world.advance(.seconds(1))
        #expect(world.tracker.swarmCount == 0)
        #expect(world.authorizations(of: client) == [.granted, .expired])
        show(try grant(0, id: 2, issued: Self.now + 300), client, in: &world)
        world.announce(client)
        #expect(world.tracker.swarmCount == 1)
    }

    @Test func `nothing lasts longer than the policy lets it`() throws {
        var policy = Self.policy
        policy.grants.longestLife = .seconds(60)
        var world = TrackerWorld(policy)
        let client = world.open(0)
        show(try grant(0), client, in: &world)
        world.announce(client)
        world.advance(.seconds(61))
        #expect(world.authorizations(of: client) == [.granted, .expired])
    }

    @Test func `a session that shows no grant is ended, and one that has one is not`() throws {
        var world = TrackerWorld(Self.policy)
        let idle = world.open(0)
        let client = world.open(1)
        show(try grant(1), client, in: &world)
        world.announce(client)
        world.advance(.seconds(29))
        #expect(world.closed.isEmpty)
        world.advance(.seconds(1))
        #expect(world.closed == [idle.session: .unauthorized])
    }

    @Test func `where grants are not required one is still good for an edge node`() throws {
        var policy = Self.policy
        policy.client.grantsRequired = false
        var world = TrackerWorld(policy)
        let node = world.open(0)
        world.announce(node, isEdge: true)
        #expect(world.slots(node).last?.edges == 0)
        show(try grant(0, role: .edge), node, in: &world)
        world.advance(.seconds(1))
        #expect(world.slots(node).last?.edges == 1)
        let viewer = world.open(1)
        show(try grant(1, id: 2), viewer, in: &world)
        world.announce(viewer, isEdge: true)
        #expect(world.slots(viewer).last?.edges == 1)
    }

    @Test func `grants that come to be required put out who has none`() throws {
        var policy = Self.policy
        policy.client.grantsRequired = false
        var world = TrackerWorld(policy)
        let with = world.open(0)
        let without = world.open(1)
        show(try grant(0), with, in: &world)
        for client in [with, without] { world.announce(client) }
        world.use(Self.policy)
        #expect(world.authorizations(of: with) == [.granted])
        #expect(world.authorizations(of: without) == [.needed])
        world.advance(.seconds(30))
        #expect(world.closed == [without.session: .unauthorized])
    }

    @Test(arguments: ["issuer", "grant", "client", "app"])
    func `revocation ends the session at once, and its peers hear of it`(kind: String) throws {
        var world = TrackerWorld(Self.policy)
        let clients = (0..<3).map { world.open($0, app: $0 == 0 ? "tv" : "radio") }
        show(try grant(0), clients[0], in: &world)
        for number in 1...2 {
            // The operator's own key, which cannot be revoked.
            let good = try grant(number, id: UInt64(number) + 1, app: "radio", issuer: .zero)
            show(good, clients[number], in: &world)
        }
        for client in clients { world.announce(client) }
        var policy = Self.policy
        switch kind {
        case "issuer": policy.grants.issuers = []
        case "grant": policy.revoked.grants = [GrantID(words: (0, 1))]
        case "client": policy.revoked.clients = [clients[0].peer]
        default: policy.revoked.apps = ["tv"]
        }
        world.use(policy)
        #expect(world.closed == [clients[0].session: .revoked])
        for client in clients.dropFirst() {
            #expect(world.expelled(toldTo: client) == [clients[0].peer])
        }
        // One that comes again may have kept its channel; after an epoch nobody has.
        let back = world.open(1, app: "radio")
        show(try grant(1, id: 8, app: "radio", issuer: .zero), back, in: &world)
        world.announce(back)
        #expect(world.expelled(toldTo: back) == [clients[0].peer])
        for _ in 0..<21 {
            world.advance(.seconds(30))
            world.announce(clients[2])
        }
        let late = world.open(3, app: "radio")
        show(
            try grant(3, id: 9, app: "radio", issued: Self.now + 640, issuer: .zero), late,
            in: &world)
        world.announce(late)
        #expect(world.expelled(toldTo: late).isEmpty)
    }

    @Test func `of many that are revoked a peer hears of those it may have met`() throws {
        var policy = Self.policy
        policy.introductions.perPrefix = nil
        var world = TrackerWorld(policy)
        for number in 0..<100 {
            let client = world.open(number)
            show(try grant(number, id: UInt64(number) + 10), client, in: &world)
            world.announce(client)
        }
        let honest = world.open(200)
        show(try grant(200, id: 200, issuer: .zero), honest, in: &world)
        world.announce(honest)
        let met = Set(world.introduced(to: honest))
        #expect(met.count == 8)
        policy.grants.issuers = []
        world.use(policy)
        #expect(world.closed.count == 100)
        #expect(Set(world.expelled(toldTo: honest)) == met)
    }
}
