import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// Two devices and what goes between them.
    @Suite(.timeLimit(.minutes(1))) struct ExchangeTests {
        /// A session that has played everything, and shares it.
        private func seeder(_ scene: Scene) async throws -> PlaybackSession {
            let session = try await scene.session()
            #expect(try await scene.player.play(session) == scene.video.segments)
            return session
        }

        private static func playlists(_ scene: Scene) -> Int {
            (TestVideo.masterText + scene.video.text).utf8.count
        }

        @Test func `the second gets everything from the first, but for the playlists`()
            async throws
        {
            try await Scene.run { scene in
                let first = try await seeder(scene)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                let one = await first.statistics()
                let two = await second.statistics()
                let all = scene.video.byteCount
                #expect(one.cdnBytes == all + Self.playlists(scene))
                #expect(one.peerBytes == 0 && one.wastedBytes == 0)
                #expect(one.uploadedBytes >= two.peerBytes)
                #expect(one.deliveredBytes == all && two.deliveredBytes == all)
                #expect(two.peerBytes + two.cdnBytes == all + Self.playlists(scene))
                #expect(two.cdnBytes == Self.playlists(scene))
                #expect(two.offloadRatio > 0.99)
                for number in scene.video.segments.indices {
                    #expect(
                        scene.origin.sent(TestVideo.path(number))
                            == scene.video.segments[number].count)
                }
            }
        }

        @Test func `channels go on exchanging when the tracker is gone`() async throws {
            try await Scene.run { scene in
                _ = try await seeder(scene)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                await scene.tracker.stop()
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                let statistics = await second.statistics()
                #expect(statistics.peerBytes == scene.video.byteCount)
                #expect(statistics.peers == 1)
            }
        }

        @Test func `without a tracker everything comes from the origin`() async throws {
            try await Scene.run { scene in
                await scene.tracker.stop()
                let session = try await scene.session()
                #expect(try await scene.player.play(session) == scene.video.segments)
                let statistics = await session.statistics()
                #expect(statistics.cdnBytes == scene.video.byteCount + Self.playlists(scene))
                #expect(statistics.peerBytes == 0 && statistics.peers == 0)
                #expect(statistics.offloadRatio == 0)
            }
        }

        @Test func `a session that may not exchange has no peers`() async throws {
            try await Scene.run { scene in
                _ = try await seeder(scene)
                let second = try await scene.session(
                    TestVideo.master, P2PPlaybackOptions(isP2PEnabled: false))
                #expect(try await scene.player.play(second) == scene.video.segments)
                let statistics = await second.statistics()
                #expect(statistics.peerBytes == 0 && statistics.peers == 0)
            }
        }

        @Test func `the exchange can be switched off and on under a running download`()
            async throws
        {
            let video = TestVideo(segments: 6, length: 2_000_000)
            try await Scene.run(video: video) { scene in
                let first = try await seeder(scene)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                let segments = try await scene.player.segments(of: second.playbackUrl)
                for (number, url) in segments.enumerated() {
                    async let body = scene.player.get(url).body
                    switch number {
                    case 1:
                        second.setP2PEnabled(false)
                        try await scene.player.until(first) { $0.peers == 0 }
                        try await scene.player.until(second) { $0.peers == 0 }
                    case 3:
                        second.setP2PEnabled(true)
                        try await scene.player.until(second) { $0.peers == 1 }
                    default: break
                    }
                    #expect(try await body == video.segments[number])
                }
                let statistics = await second.statistics()
                #expect(statistics.deliveredBytes == video.byteCount)
                #expect(
                    statistics.peerBytes + statistics.cdnBytes
                        == video.byteCount + Self.playlists(scene))
            }
        }

        @Test func `a peer that disappears in the middle is replaced by the origin`() async throws {
            let video = TestVideo(segments: 4, length: 2_000_000)
            try await Scene.run(video: video) { scene in
                let first = try await seeder(scene)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                let segments = try await scene.player.segments(of: second.playbackUrl)
                for (number, url) in segments.enumerated() {
                    async let body = scene.player.get(url).body
                    if number == 1 { await first.close() }
                    #expect(try await body == video.segments[number])
                }
                let statistics = await second.statistics()
                #expect(statistics.deliveredBytes == video.byteCount)
            }
        }

        @Test func `contents with other names do not meet, and one name meets under two URLs`()
            async throws
        {
            try await Scene.run { scene in
                for (path, bytes) in scene.video.files {
                    scene.origin.put(path.replacing("/show/", with: "/mirror/"), bytes)
                }
                _ = try await seeder(scene)
                let other = try await scene.session(
                    TestVideo.master, P2PPlaybackOptions(contentId: "another"))
                let same = try await scene.session("\(TestVideo.master)?token=mine")
                try await scene.player.until(same) { $0.peers == 1 }
                #expect(await other.statistics().peers == 0)
                #expect(try await scene.player.play(other) == scene.video.segments)
            }
        }
    }
}
