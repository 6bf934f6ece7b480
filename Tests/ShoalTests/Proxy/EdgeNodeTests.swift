import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// An edge node that nobody plays at.
    @Suite(.timeLimit(.minutes(1))) struct EdgeNodeTests {
        private static let video = TestVideo(segments: 8, length: 100_000, seconds: 1)

        private func edge(_ scene: Scene) async throws -> PlaybackSession {
            try await scene.client(
                P2PConfiguration(role: .edge, peerInterface: .loopback)
            ).createPlaybackSession(url: scene.url())
        }

        private func fetched(_ number: Int, _ scene: Scene) -> Bool {
            scene.origin.sent(TestVideo.path(number)) == scene.video.segments[number].count
        }

        /// A viewer that has read the first segment, and has said where it is.
        private func viewer(_ scene: Scene) async throws -> PlaybackSession {
            let viewer = try await scene.session()
            try await scene.player.until(viewer) { $0.peers == 1 }
            let segments = try await scene.player.segments(of: viewer.playbackUrl)
            let first = try #require(segments.first)
            #expect(try await scene.player.get(first).body == scene.video.segments[0])
            viewer.updateCurrentPositionMs(0)
            viewer.updateBufferedDurationMs(10_000)
            return viewer
        }

        @Test func `it reads nothing but the root until somebody plays`() async throws {
            try await Scene.run(video: Self.video) { scene in
                _ = try await edge(scene)
                while scene.origin.requests(for: TestVideo.master).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(5))
                }
                #expect(scene.origin.requests.count == 1)
            }
        }

        @Test func `it learns of a live channel's new segments and fetches them by itself`()
            async throws
        {
            try await Scene.run(video: Self.video) { scene in
                scene.origin.put(TestVideo.playlist, Array(scene.video.liveText(0...3).utf8))
                let edge = try await edge(scene)
                let viewer = try await viewer(scene)
                while scene.origin.requests(for: TestVideo.playlist).count < 2 {
                    try await scene.player.loop.pass(.milliseconds(5))
                }
                scene.origin.put(TestVideo.playlist, Array(scene.video.liveText(2...6).utf8))
                // The viewer's playlist is old: only the edge node can know of the sixth.
                while !fetched(6, scene) {
                    try await scene.player.loop.pass(.milliseconds(5))
                }
                #expect(await edge.statistics().cdnBytes >= scene.video.segments[6].count)
                // At the start the CDN and the edge node bring the first segment from its two ends; what is
                // on its way where they meet comes twice, counts once, and is called late or a duplicate.
                let statistics = await viewer.statistics()
                #expect(statistics.wastedBytes < scene.video.segments[0].count)
                #expect(
                    Set(statistics.wastedBytesByReason.keys).isSubset(of: ["late", "duplicate"]))
                let media = statistics.cdnBytes - statistics.ineligibleCdnBytes
                let listed = scene.video.segments[0...3].reduce(0) { $0 + $1.count }
                #expect(media + statistics.peerBytes <= listed)
            }
        }

        @Test func `a second viewer gets a film from it alone`() async throws {
            try await Scene.run(video: Self.video) { scene in
                let edge = try await edge(scene)
                let viewer = try await viewer(scene)
                let all = scene.video.byteCount
                try await scene.player.until(edge) {
                    $0.cdnBytes + $0.peerBytes >= all
                }
                await viewer.close()
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes > 0)
            }
        }
    }
}
