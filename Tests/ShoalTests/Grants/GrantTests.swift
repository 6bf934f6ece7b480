import Crypto
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerServer

extension ShoalTests {
    /// Real devices at a real tracker that asks for grants.
    @Suite(.timeLimit(.minutes(1))) struct GrantTests {
        @Test func `without a grant everything comes from the CDN, and the app hears why`()
            async throws
        {
            try await Scene.run(policy: GrantScene.policy) { scene in
                let grants = GrantScene(scene: scene)
                _ = try await grants.session()
                let session = try await grants.session(nil)
                try await scene.player.until(session, says: .notAuthorized)
                #expect(try await scene.player.play(session) == scene.video.segments)
                let statistics = await session.statistics()
                #expect(statistics.peers == 0 && statistics.peerBytes == 0)
            }
        }

        @Test func `with grants two devices exchange`() async throws {
            try await Scene.run(policy: GrantScene.policy) { scene in
                let grants = GrantScene(scene: scene)
                let first = try await grants.session()
                #expect(try await scene.player.play(first) == scene.video.segments)
                let second = try await grants.session()
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes == scene.video.byteCount)
                #expect(await second.unavailableReason() == nil)
                #expect(await scene.tracker.server.counters.tracker.grantsUsed == 2)
            }
        }

        @Test func `a grant that was copied opens nothing`() async throws {
            try await Scene.run(policy: GrantScene.policy) { scene in
                let grants = GrantScene(scene: scene)
                let texts = Log<String>()
                let honest = try await grants.session(
                    GrantScene.backend(scene.tracker.keys.signing) { texts.append($0) })
                #expect(try await scene.player.play(honest) == scene.video.segments)
                let copied = try #require(texts.entries.first)
                let thief = try await grants.session { _ in copied }
                try await scene.player.until(thief, says: .notAuthorized)
                while await scene.tracker.server.counters.tracker.grantsRefused[.otherClient] == nil
                {
                    try Task.checkCancellation()
                    try await scene.player.loop.pass(.milliseconds(5))
                }
                #expect(try await scene.player.play(thief) == scene.video.segments)
                #expect(await thief.statistics().peerBytes == 0)
                #expect(await honest.statistics().peers == 0)
            }
        }

        @Test func `who is revoked loses its peers, and they lose it`() async throws {
            try await Scene.run(policy: GrantScene.policy) { scene in
                let grants = GrantScene(scene: scene)
                var policy = GrantScene.policy
                policy.grants.issuers = [grants.issuer.publicKey.value]
                await scene.tracker.server.use(policy)
                let first = try await grants.session()
                #expect(try await scene.player.play(first) == scene.video.segments)
                let second = try await grants.session(GrantScene.backend(grants.issuer))
                try await scene.player.until(second) { $0.peers == 1 }
                try await scene.player.until(first) { $0.peers == 1 }
                await scene.tracker.server.use(GrantScene.policy)
                try await scene.player.until(second) { $0.peers == 0 }
                try await scene.player.until(first) { $0.peers == 0 }
                // It may call again, and gets nothing for a grant of that issuer.
                try await scene.player.until(second, says: .notAuthorized)
                #expect(await first.unavailableReason() == nil)
                #expect(try await scene.player.play(second) == scene.video.segments)
            }
        }
    }
}
