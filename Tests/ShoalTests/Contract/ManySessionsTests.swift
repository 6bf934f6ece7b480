import EventLoop
import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing
import TrackerServer
import TrackerWire

@testable import Shoal

extension ShoalTests {
    @Suite(.timeLimit(.minutes(3))) struct ManySessionsTests {
        /// Makes and closes sessions, of which some are preloaded and some played.
        private static func comeAndGo(
            _ count: Int, _ scene: Scene, _ client: P2PClient
        ) async throws -> [UVEventLoop] {
            var loops: [UVEventLoop] = []
            for number in 0..<count {
                let session = try await client.createPlaybackSession(
                    url: scene.url(),
                    options: P2PPlaybackOptions(contentId: "asset-\(number % 7)"))
                if !loops.contains(where: { $0 === session.place.loop }) {
                    loops.append(session.place.loop)
                }
                session.addEventListener(Listener())
                session.updateBufferedDurationMs(1_000)
                if number.isMultiple(of: 4) { session.preload() }
                if number.isMultiple(of: 20) {
                    let segments = try await scene.player.segments(of: session.playbackUrl)
                    let media = try await scene.player.get(segments[0])
                    #expect(media.body == scene.video.segments[0])
                }
                await session.close()
            }
            return loops
        }

        /// In a process of its own: others would be counted, too.
        @Test func `A13: a thousand sessions made and closed leave no handle, thread or memory`()
            async
        {
            await #expect(processExitsWith: .success) {
                let video = TestVideo(segments: 2, length: 100_000)
                try await Scene.run(video: video) { scene in
                    let client = try await scene.client()
                    let loops = try await Self.comeAndGo(200, scene, client)
                    try await scene.player.loop.pass(.milliseconds(500))
                    let before = try await ProcessUse.now(loops)
                    _ = try await Self.comeAndGo(1_000, scene, client)
                    var after = try await ProcessUse.now(loops)
                    for _ in 0..<200 where !after.holdsNoMore(than: before) {
                        try await scene.player.loop.pass(.milliseconds(20))
                        after = try await ProcessUse.now(loops)
                    }
                    print("before \(before), after \(after)")
                    #expect(after.holdsNoMore(than: before))
                    // The origin of the test writes down each request, which is most of it: less than a
                    // hundredth of what one session of these holds.
                    #expect(after.heap - before.heap < 1 << 20)
                }
            }
        }

        @Test func `A1: fifty sessions at once, some of the same content, give every byte`()
            async throws
        {
            let contents = 25
            let videos = (0..<contents).map {
                TestVideo(segments: 3, length: 40_000, seed: UInt64($0 + 10))
            }
            try await Scene.run { scene in
                for (number, video) in videos.enumerated() {
                    for (path, bytes) in video.files {
                        scene.origin.put(path.replacing("/show/", with: "/film\(number)/"), bytes)
                    }
                }
                let client = try await scene.client()
                var sessions: [PlaybackSession] = []
                for number in 0..<2 * contents {
                    sessions.append(
                        try await client.createPlaybackSession(
                            url: scene.url("/film\(number % contents)/master.m3u8")))
                }
                let player = scene.player
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, session) in sessions.enumerated() {
                        group.addTask {
                            let media = try await player.play(session)
                            #expect(media == videos[number % contents].segments)
                        }
                    }
                    try await group.waitForAll()
                }
                for (number, session) in sessions.enumerated() {
                    let statistics = await session.statistics()
                    #expect(statistics.deliveredBytes == videos[number % contents].byteCount)
                }
                // No swarm is one too many for the tracker: all of them meet.
                for session in sessions {
                    try await scene.player.until(session) { $0.peers == 1 }
                    #expect(await session.unavailableReason() == nil)
                }
                // Those that go leave the others alone.
                for session in sessions.prefix(contents) { await session.close() }
                for (number, session) in sessions.dropFirst(contents).enumerated() {
                    #expect(try await scene.player.play(session) == videos[number].segments)
                }
            }
        }

        @Test func `A1: several clients of one process keep to themselves`() async throws {
            try await Scene.run { scene in
                let clients = [try await scene.client(), try await scene.client()]
                let listeners = [Listener(), Listener()]
                var sessions: [PlaybackSession] = []
                for (client, listener) in zip(clients, listeners) {
                    client.addEventListener(listener)
                    sessions.append(try await client.createPlaybackSession(url: scene.url()))
                }
                for session in sessions { try await scene.player.until(session) { $0.peers == 1 } }
                #expect(try await scene.player.play(sessions[0]) == scene.video.segments)
                await clients[0].setP2PEnabled(false)
                #expect(await sessions[0].unavailableReason() == .disabledByApp)
                #expect(await sessions[1].unavailableReason() != .disabledByApp)
                await clients[0].close()
                let heard = listeners[0].heard.count
                #expect(try await scene.player.play(sessions[1]) == scene.video.segments)
                #expect(await sessions[1].unavailableReason() != .closed)
                try await scene.player.until(sessions[1]) { $0.peers == 0 }
                #expect(listeners[0].heard.count == heard)
                #expect(!listeners[1].heard.entries.contains(.unavailable(.disabledByApp)))
            }
        }

        /// In a process of its own: a shutdown ends the clients of every test.
        @Test func `A14: shutdown gives every thread and socket back, again and again`() async {
            await #expect(processExitsWith: .success) {
                try await Scene.run { scene in
                    var uses: [ProcessUse] = []
                    for _ in 0..<6 {
                        let client = try P2PClient(
                            sdkKey: scene.tracker.sdkKey().text, bundleId: "tv.example.test",
                            configuration: P2PConfiguration(peerInterface: .loopback))
                        let listener = Listener()
                        client.addEventListener(listener)
                        let session = try await client.createPlaybackSession(url: scene.url())
                        #expect(try await scene.player.play(session) == scene.video.segments)
                        await P2PSDK.shutdown()
                        let heard = listener.heard.count
                        #expect(await session.unavailableReason() == .closed)
                        #expect(!session.preload())
                        session.setP2PEnabled(true)
                        await session.close()
                        await client.close()
                        #expect(listener.heard.count == heard)
                        // The tracker's end of the channel is in this process, too.
                        while await scene.tracker.server.counters.sessions > 0 {
                            try await scene.player.loop.pass(.milliseconds(5))
                        }
                        while try await scene.origin.connections() > 0 {
                            try await scene.player.loop.pass(.milliseconds(5))
                        }
                        uses.append(try await ProcessUse.now([]))
                    }
                    print(uses)
                    #expect(uses[5].holdsNoMore(than: uses[1]))
                }
            }
        }
    }
}
