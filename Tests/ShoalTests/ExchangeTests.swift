import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import TestSupport
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

        @Test func `B38, R25: without a tracker everything comes from the origin`() async throws {
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

        @Test func `A8: the exchange can be switched off and on under a running download`()
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

        @Test func `B38, R25: a peer that disappears in the middle is replaced by the origin`()
            async throws
        {
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

        @Test func `a tracker that comes back brings strangers together again`() async throws {
            try await Scene.run { scene in
                let first = try await seeder(scene)
                await scene.tracker.stop()
                let tracker = try await TestTracker.start(
                    keys: scene.tracker.keys, port: scene.tracker.address.port)
                do {
                    let second = try await scene.session()
                    try await scene.player.until(second) { $0.peers == 1 }
                    #expect(try await scene.player.play(second) == scene.video.segments)
                    #expect(await first.statistics().uploadedBytes > 0)
                } catch {
                    await tracker.stop()
                    throw error
                }
                await tracker.stop()
            }
        }

        @Test func `A3: a live channel is shared as it grows`() async throws {
            let video = TestVideo(segments: 8, length: 60_000)
            try await Scene.run(video: video) { scene in
                let sessions = [try await scene.session(), try await scene.session()]
                for session in sessions {
                    try await scene.player.until(session) { $0.peers == 1 }
                }
                for newest in 2..<video.segments.count {
                    scene.origin.put(
                        TestVideo.playlist, Array(video.liveText(newest - 2...newest).utf8))
                    for session in sessions {
                        let segments = try await scene.player.segments(of: session.playbackUrl)
                        #expect(segments.count == 3)
                        for (url, number) in zip(segments, newest - 2...newest) {
                            #expect(
                                try await scene.player.get(url).body == video.segments[number])
                        }
                    }
                }
                let one = await sessions[0].statistics()
                let two = await sessions[1].statistics()
                #expect(one.peerBytes + two.peerBytes > 0)
                #expect(one.deliveredBytes == two.deliveredBytes)
            }
        }

        /// Ranges, whole bodies and broken-off answers in any order, while peers come and go.
        @Test(arguments: (0..<2).map { testSeed &+ $0 })
        func `a player that jumps about gets exact bytes`(_ seed: UInt64) async throws {
            let video = TestVideo(segments: 5, length: 150_000)
            try await Scene.run(video: video) { scene in
                var random = SeededRandom(seed: seed)
                _ = try await seeder(scene)
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for step in 0..<60 {
                    let number = Int.random(in: 0..<segments.count, using: &random)
                    let truth = video.segments[number]
                    let first = Int.random(in: 0..<truth.count, using: &random)
                    let last = Int.random(in: first..<truth.count, using: &random)
                    let range = "Range: bytes=\(first)-\(last)"
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0:
                        let client = try await scene.player.connect(to: segments[number])
                        try await client.send(TestPlayer.request(segments[number], [range]))
                        if Bool.random(using: &random) { try await client.received(atLeast: 1) }
                        client.close()
                    case 1:
                        session.updateCurrentPositionMs(Int64(number) * 2_000)
                        session.updateBufferedDurationMs(Int64(last % 9_000))
                    case 2:
                        session.setP2PEnabled(Bool.random(using: &random))
                    case 3:
                        let answer = try await scene.player.get(segments[number])
                        #expect(answer.body == truth, "seed \(seed), step \(step)")
                    default:
                        let answer = try await scene.player.get(segments[number], [range])
                        #expect(answer.status == 206)
                        #expect(
                            answer.body == Array(truth[first...last]), "seed \(seed), step \(step)")
                    }
                }
            }
        }

        @Test func `A4: contents with other names do not meet, and one name meets under two URLs`()
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
