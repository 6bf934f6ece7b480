import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerServer

extension ShoalTests {
    /// What a tracker's policy, and a viewer, have to say to the exchange.
    @Suite(.timeLimit(.minutes(1))) struct PolicyTests {
        private func pair(_ scene: Scene) async throws -> [PlaybackSession] {
            let first = try await scene.session()
            #expect(try await scene.player.play(first) == scene.video.segments)
            let second = try await scene.session()
            try await scene.player.until(second) { $0.peers == 1 }
            return [first, second]
        }

        @Test func `A8, A11: a tracker switches the exchange off within a second, and on again`()
            async throws
        {
            try await Scene.run { scene in
                let sessions = try await pair(scene)
                var policy = TrackerPolicy.localSwarm
                policy.client.p2pAllowed = false
                let clock = ContinuousClock()
                let start = clock.now
                await scene.tracker.server.use(policy)
                for session in sessions {
                    try await scene.player.until(session) { $0.peers == 0 }
                }
                #expect(clock.now - start < .seconds(1))
                for session in sessions {
                    #expect(await session.unavailableReason() == .disabledByPolicy)
                }
                #expect(try await scene.player.play(sessions[1]) == scene.video.segments)
                #expect(await sessions[1].statistics().peerBytes == 0)

                await scene.tracker.server.use(.localSwarm)
                for session in sessions {
                    try await scene.player.until(session) { $0.peers == 1 }
                    #expect(await session.unavailableReason() == nil)
                }
            }
        }

        @Test func `nobody meets before the audience is large enough, and then all do`()
            async throws
        {
            var policy = TrackerPolicy.localSwarm
            policy.client.minimumAudience = 3
            try await Scene.run(policy: policy) { scene in
                var sessions = [try await scene.session(), try await scene.session()]
                for session in sessions {
                    #expect(try await scene.player.play(session) == scene.video.segments)
                    try await scene.player.until(session, says: .audienceTooSmall)
                }
                sessions.append(try await scene.session())
                for session in sessions {
                    try await scene.player.until(session) { $0.peers >= 1 }
                    #expect(await session.unavailableReason() == nil)
                }
            }
        }

        @Test func `before the viewer agrees nobody hears of the session, nor after he withdraws`()
            async throws
        {
            try await Scene.run { scene in
                let first = try await scene.session()
                #expect(try await scene.player.play(first) == scene.video.segments)
                let client = try await scene.client(
                    P2PConfiguration(peerInterface: .loopback, consent: .required))
                let session = try await client.createPlaybackSession(url: scene.url())
                #expect(await session.unavailableReason() == .consentMissing)
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(await session.statistics().peerBytes == 0)
                #expect(await scene.tracker.server.counters.tracker.sessionsOpened == 1)

                for _ in 0..<2 {
                    await client.setConsent(true)
                    try await scene.player.until(session) { $0.peers == 1 }
                    #expect(await session.unavailableReason() == nil)
                    await client.setConsent(false)
                    try await scene.player.until(first) { $0.peers == 0 }
                    #expect(await session.statistics().peers == 0)
                    #expect(await session.unavailableReason() == .consentMissing)
                    while await scene.tracker.server.counters.sessions > 1 {
                        try Task.checkCancellation()
                        try await scene.player.loop.pass(.milliseconds(5))
                    }
                }
            }
        }

        @Test func `A11: without a tracker the reason is that`() async throws {
            try await Scene.run { scene in
                await scene.tracker.stop()
                let session = try await scene.session()
                try await scene.player.until(session, says: .trackerUnreachable)
            }
        }

        @Test func `A11: a key of an app that is revoked is rejected, and taken again`()
            async throws
        {
            var policy = TrackerPolicy.localSwarm
            policy.revoked.apps = [TestTracker.app]
            try await Scene.run(policy: policy) { scene in
                let session = try await scene.session()
                try await scene.player.until(session, says: .keyRejected)
                await scene.tracker.server.use(.localSwarm)
                try await scene.player.until(session, says: nil)
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }
    }
}
