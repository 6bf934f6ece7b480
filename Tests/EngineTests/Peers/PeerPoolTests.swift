import EventLoop
import IOTestSupport
import Primitives
import SwarmTestSupport
import TrackerCore
import Transport
import Testing

@testable import Engine

/// Who gets into a pool, with real channels.
@Suite(.timeLimit(.minutes(1))) struct PeerPoolTests {
    @Test func `no more peers than the policy says, however they come`() async throws {
        var policy = TrackerPolicy.localSwarm
        policy.client.maxPeers = 2
        try await HostileScene.run(policy) { scene in
            let members = [
                try await scene.peer { _, _ in }, try await scene.peer { _, _ in },
            ]
            for member in members { try await scene.wasHeard(member) }
            let third = try await scene.newcomer()
            #expect(try await !scene.connect(third))
            #expect(await scene.node.session.peerCount == 2)
            #expect(await scene.node.session.peerRefusals.connections.abandoned > 0)
        }
    }

    @Test func `what a peer did wrong shows in the counters`() async throws {
        try await HostileScene.run { scene in
            let double = try await scene.newcomer()
            while try await !scene.connect(double) { try Task.checkCancellation() }
            try await scene.loop.run { double.say(bytes: [255]) }
            try await scene.loop.until { double.end != nil }
            #expect(await scene.node.session.peerRefusals.byReason["peer.malformed"] == 1)
        }
    }
}
