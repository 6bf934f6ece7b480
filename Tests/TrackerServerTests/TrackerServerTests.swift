import Crypto
import Primitives
import TestSupport
import Testing
import TrackerCore
import TrackerServer
import TrackerWire
import Transport

@Suite(.timeLimit(.minutes(1))) struct TrackerServerTests {
    private let swarm: SwarmID
    private let key: SegmentKey
    private let root: Root

    init() {
        var random = SeededRandom(seed: testSeed)
        swarm = SwarmID(random.bytes32())
        key = SegmentKey(random.bytes32())
        root = Root(random.bytes32())
    }

    @Test func `a client is welcomed with policy, keys and its own address`() async throws {
        try await TrackerScene.run { scene in
            let client = try await scene.client()
            let welcome = try await client.welcome()
            #expect(welcome.observed.ip == .loopback)
            #expect(welcome.notaryKeys == [scene.keys.signing.publicKey.value])
            #expect(welcome.unixTime == TrackerScene.unixSeconds)
            #expect(welcome.policy.k == 1)
        }
    }

    @Test func `two clients share secrets and are introduced with a ticket that verifies`()
        async throws
    {
        try await TrackerScene.run { scene in
            let first = try await scene.client()
            await first.announce(swarm, port: 41_001)
            let firstSecrets = try await first.secrets()
            #expect(try await first.slot(whenViewers: 1) == 0)
            #expect(try await first.introductions().peers.isEmpty)

            let second = try await scene.client()
            await second.announce(swarm, port: 41_002)
            let secondSecrets = try await second.secrets()
            #expect(firstSecrets == secondSecrets)
            #expect(firstSecrets.secrets.count == 2)
            #expect(try await second.slot(whenViewers: 2) == 1)
            let introduction = try #require(try await second.introductions().peers.first)
            #expect(introduction.peer == first.peer)
            #expect(introduction.address == SocketAddress(ip: .loopback, port: 41_001))
            #expect(introduction.epoch == firstSecrets.secrets[0].epoch)

            let ticket = try IntroductionTicket(decoding: introduction.ticket.span)
            #expect(ticket.swarm == swarm)
            #expect(ticket.initiator == second.peer)
            #expect(ticket.responder == first.peer)
            #expect(UInt64(ticket.notAfter) == TrackerScene.unixSeconds + 120)
            #expect(
                scene.keys.signing.publicKey.verifies(
                    signature: ticket.signature, of: ticket.signedBytes))
            #expect(try await first.slot(whenViewers: 2) == 0)
        }
    }

    @Test func `the last takes the slot of one that leaves, or is gone`() async throws {
        try await TrackerScene.run { scene in
            var clients: [TestClient] = []
            for slot in 0..<4 as Range<UInt32> {
                let client = try await scene.client()
                await client.announce(swarm)
                #expect(try await client.slot(whenViewers: slot + 1) == slot)
                clients.append(client)
            }
            await clients[0].say(.leave(swarm))
            #expect(try await clients[3].slot(whenViewers: 3) == 0)
            await clients[1].close()
            #expect(try await clients[2].slot(whenViewers: 2) == 1)
            #expect(try await clients[3].slot(whenViewers: 2) == 0)
        }
    }

    @Test func `one report of a local swarm is attested`() async throws {
        try await TrackerScene.run { scene in
            let client = try await scene.client()
            await client.announce(swarm)
            await client.report(swarm, key, root: root)
            try await expectValid(try await client.attestation(), k: 1, in: scene)
        }
    }

    @Test func `three equal reports are attested to all, and a fourth at once`() async throws {
        var policy = TrackerPolicy.localSwarm
        policy.notary.reporters = 3
        policy.notary.grace = .milliseconds(20)
        try await TrackerScene.run(policy) { scene in
            var clients: [TestClient] = []
            for _ in 0..<4 {
                let client = try await scene.client()
                await client.announce(swarm)
                clients.append(client)
            }
            var challenges: Set<Challenge> = []
            for client in clients[0..<3] {
                await client.report(swarm, key, root: root)
                challenges.insert(try await client.challenge())
                let answer = ChallengeAnswer(swarm: swarm, key: key, digest: root.value)
                await client.say(.challengeAnswer(answer))
            }
            // One nonce for all, or their answers would not compare.
            #expect(challenges.count == 1)
            for client in clients[0..<3] {
                try await expectValid(try await client.attestation(), k: 3, in: scene)
            }
            await clients[3].report(swarm, key, root: root)
            try await expectValid(try await clients[3].attestation(), k: 3, in: scene)
            let counters = await scene.server.counters
            #expect(counters.tracker.reports == 4)
            #expect(counters.tracker.attestations == 2)
        }
    }

    @Test func `credentials of another operator, another app or another time are refused`()
        async throws
    {
        try await TrackerScene.run { scene in
            let foreign = OperatorKeys(master: SecretBytes32())
            var forged = try scene.credentials()
            forged[forged.count - 8 - 1 - 4 - 1] ^= 1
            let payloads: [(Admission.Refusal, [UInt8])] = [
                (.foreignKey, try scene.credentials(signedBy: foreign)),
                (.foreignKey, forged),
                (.otherApp, try scene.credentials(app: "other.example")),
                (.clockSkew, try scene.credentials(skew: -61)),
                (.clockSkew, try scene.credentials(skew: 61)),
                (.malformed, []),
            ]
            for (_, payload) in payloads {
                let client = try await scene.client(payload)
                #expect(await client.end() == .handshakeRefused)
            }
            let counters = await scene.server.counters
            #expect(
                counters.credentialsRefused
                    == [.foreignKey: 2, .otherApp: 1, .clockSkew: 2, .malformed: 1])
            #expect(counters.sessions == 0)
            let tolerated = try await scene.client(try scene.credentials(skew: -60))
            _ = try await tolerated.welcome()
        }
    }

    @Test func `a flood is answered with a wait, and a long one with the end`() async throws {
        try await TrackerScene.run { scene in
            let client = try await scene.client()
            _ = try await client.welcome()
            for _ in 0..<400 { await client.say(.leave(swarm)) }
            let wait = try await client.next { message in
                if case .retryAfter(let seconds) = message { seconds } else { nil }
            }
            #expect(wait == 1)
            #expect(try await client.refusal() == .tooManyMessages)
            #expect(await client.end() == .closedByRemote)
        }
    }

    @Test func `what is no message ends the session`() async throws {
        try await TrackerScene.run { scene in
            let client = try await scene.client()
            await client.say(bytes: [250, 1, 2])
            #expect(try await client.refusal() == .protocolError)
        }
    }

    @Test func `a silent client is ended, and its slot is free`() async throws {
        var policy = TrackerPolicy.localSwarm
        policy.sessions.silence = .milliseconds(300)
        try await TrackerScene.run(policy) { scene in
            let silent = try await scene.client()
            await silent.announce(swarm)
            #expect(try await silent.refusal() == .other)
            #expect(await silent.end() == .closedByRemote)
            #expect(await scene.server.counters.swarms == 0)
        }
    }

    @Test func `a client that dials again replaces itself`() async throws {
        try await TrackerScene.run { scene in
            let local = StaticKeyPair.generate()
            let old = try await scene.client(local: local)
            await old.announce(swarm)
            _ = try await old.introductions()
            let new = try await scene.client(local: local)
            _ = try await new.welcome()
            #expect(await old.end() == .closedByRemote)
            #expect(await scene.server.counters.sessions == 1)
        }
    }

    @Test func `shutting down tells everybody`() async throws {
        try await TrackerScene.run { scene in
            var clients: [TestClient] = []
            for _ in 0..<5 {
                let client = try await scene.client()
                _ = try await client.welcome()
                clients.append(client)
            }
            await scene.server.shutDown()
            for client in clients {
                #expect(try await client.refusal() == .shuttingDown)
                #expect(await client.end() == .closedByRemote)
            }
            let late = try await scene.client()
            _ = await late.end()
        }
    }

    private func expectValid(_ word: Attestation, k: UInt8, in scene: TrackerScene) async throws {
        #expect(word.swarm == swarm)
        #expect(word.key == key)
        #expect(word.root == root)
        #expect(word.length == 5000)
        #expect(word.k == k)
        #expect(word.level == .viewers)
        #expect(UInt64(word.notBefore) == TrackerScene.unixSeconds)
        let notary = scene.keys.signing.publicKey
        #expect(word.keyID == notary.value.prefix64)
        #expect(notary.verifies(signature: word.signature, of: word.signedBytes))
    }
}
