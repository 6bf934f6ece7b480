import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// The exchange switched off and on under a running player, by whoever may.
    @Suite(.timeLimit(.minutes(1))) struct SwitchingTests {
        private static let video = TestVideo(segments: 12, length: 60_000)

        private func seeder(_ scene: Scene) async throws -> PlaybackSession {
            let session = try await scene.session()
            #expect(try await scene.player.play(session) == scene.video.segments)
            return session
        }

        @Test func `A8: a session switched off and on under its player gives every byte`()
            async throws
        {
            try await Scene.run(video: Self.video) { scene in
                let first = try await seeder(scene)
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                var isOn = true
                for (number, url) in segments.enumerated() {
                    if number.isMultiple(of: 3) {
                        isOn.toggle()
                        session.setP2PEnabled(isOn)
                    }
                    #expect(try await scene.player.get(url).body == scene.video.segments[number])
                }
                session.setP2PEnabled(false)
                let clock = ContinuousClock()
                let start = clock.now
                try await scene.player.until(first) { $0.peers == 0 }
                #expect(clock.now - start < .seconds(1))
                #expect(await session.unavailableReason() == .disabledBySession)
                let before = await session.statistics().peerBytes
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(await session.statistics().peerBytes == before)
                session.setP2PEnabled(true)
                try await scene.player.until(session) { $0.peers == 1 }
            }
        }

        @Test func `A8: a client switches all of its sessions, also those to come`() async throws {
            try await Scene.run { scene in
                let first = try await seeder(scene)
                let client = try await scene.client()
                let session = try await client.createPlaybackSession(url: scene.url())
                try await scene.player.until(session) { $0.peers == 1 }
                await client.setP2PEnabled(false)
                try await scene.player.until(first) { $0.peers == 0 }
                let next = try await client.createPlaybackSession(url: scene.url())
                for each in [session, next] {
                    #expect(await each.unavailableReason() == .disabledByApp)
                    // The session's own switch does not outdo the client's.
                    each.setP2PEnabled(true)
                    #expect(await each.unavailableReason() == .disabledByApp)
                    #expect(try await scene.player.play(each) == scene.video.segments)
                    #expect(await each.statistics().peerBytes == 0)
                }
                await client.setP2PEnabled(true)
                for each in [session, next] {
                    try await scene.player.until(each) { $0.peers >= 1 }
                }
            }
        }

        @Test func `A8: a client can begin switched off`() async throws {
            try await Scene.run { scene in
                _ = try await seeder(scene)
                let client = try await scene.client(
                    P2PConfiguration(peerInterface: .loopback, isP2PEnabled: false))
                let session = try await client.createPlaybackSession(url: scene.url())
                #expect(await session.unavailableReason() == .disabledByApp)
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(await session.statistics().peerBytes == 0)
                await client.setP2PEnabled(true)
                try await scene.player.until(session) { $0.peers == 1 }
            }
        }

        @Test func `A15: in the background nothing is uploaded, but for Picture in Picture`()
            async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client()
                let holder = try await client.createPlaybackSession(url: scene.url())
                #expect(try await scene.player.play(holder) == scene.video.segments)
                await client.setInBackground(true)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes == 0)
                #expect(await holder.statistics().uploadedBytes == 0)
                await second.close()

                holder.setPictureInPictureActive(true)
                let third = try await scene.session()
                try await scene.player.until(third) { $0.peers == 1 }
                #expect(try await scene.player.play(third) == scene.video.segments)
                #expect(await third.statistics().peerBytes > 0)
                await third.close()

                holder.setPictureInPictureActive(false)
                await client.setInBackground(false)
                let fourth = try await scene.session()
                try await scene.player.until(fourth) { $0.peers == 1 }
                #expect(try await scene.player.play(fourth) == scene.video.segments)
                #expect(await fourth.statistics().peerBytes > 0)
            }
        }

        @Test(arguments: [P2PConfiguration.Background.restricted, .unrestricted])
        func `A15: in the background nothing is fetched ahead, unless the configuration lets it be`(
            _ background: P2PConfiguration.Background
        ) async throws {
            try await Scene.run(video: Self.video) { scene in
                let client = try await scene.client(
                    P2PConfiguration(peerInterface: .loopback, background: background))
                let session = try await client.createPlaybackSession(url: scene.url())
                await client.setInBackground(true)
                let segments = try await scene.player.segments(of: session.playbackUrl)
                let first = scene.video.segments[0].count
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
                session.updateCurrentPositionMs(0)
                session.updateBufferedDurationMs(10_000)
                switch background {
                case .restricted:
                    try await scene.player.loop.pass(.milliseconds(500))
                    #expect(scene.origin.requests(for: TestVideo.path(0)).count == 1)
                    let media = (1..<12).filter {
                        !scene.origin.requests(for: TestVideo.path($0)).isEmpty
                    }
                    #expect(media == [])
                    await client.setInBackground(false)
                case .unrestricted:
                    break
                }
                try await scene.player.until(session) { $0.cdnBytes > 4 * first }
            }
        }
    }
}
