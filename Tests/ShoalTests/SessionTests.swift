import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    @Suite(.timeLimit(.minutes(1))) struct SessionTests {
        @Test func `A13: a closed session's URL is unknown, and its calls do nothing`() async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client()
                let session = try await client.createPlaybackSession(url: scene.url())
                let other = try await client.createPlaybackSession(
                    url: scene.url(TestVideo.playlist))
                let third = try await client.createPlaybackSession(url: scene.url())
                #expect(try await scene.player.play(session) == scene.video.segments)
                let before = await session.statistics()
                await session.close()
                await session.close()
                for gone in [session, third] {
                    await third.close()
                    do {
                        #expect(try await scene.player.get(gone.playbackUrl).status == 404)
                    } catch {
                        Issue.record("the client's server is gone, too: \(error)")
                    }
                }
                session.updateCurrentPositionMs(1_000)
                session.updateBufferedDurationMs(1_000)
                session.updatePlaybackRate(2)
                session.setP2PEnabled(true)
                #expect(await session.statistics().deliveredBytes == before.deliveredBytes)
                #expect(try await scene.player.get(other.playbackUrl).status == 200)
            }
        }

        @Test func `A1: two sessions of one client play side by side`() async throws {
            let second = TestVideo(segments: 2, length: 70_000, seed: 2)
            try await Scene.run { scene in
                for (path, bytes) in second.files {
                    scene.origin.put(path.replacing("/show/", with: "/film/"), bytes)
                }
                let client = try await scene.client()
                let show = try await client.createPlaybackSession(url: scene.url())
                let film = try await client.createPlaybackSession(
                    url: scene.url("/film/master.m3u8"))
                async let one = scene.player.play(show)
                async let two = scene.player.play(film)
                #expect(try await one == scene.video.segments)
                #expect(try await two == second.segments)
                #expect(await show.statistics().deliveredBytes == scene.video.byteCount)
                #expect(await film.statistics().deliveredBytes == second.byteCount)
            }
        }

        @Test func `A1: two sessions of one content do not end each other`() async throws {
            try await Scene.run { scene in
                let client = try await scene.client()
                let sessions = [
                    try await client.createPlaybackSession(url: scene.url()),
                    try await client.createPlaybackSession(url: scene.url()),
                    try await client.createPlaybackSession(url: scene.url()),
                ]
                #expect(try await scene.player.play(sessions[0]) == scene.video.segments)
                await sessions[0].close()
                for session in sessions.dropFirst() {
                    #expect(try await scene.player.play(session) == scene.video.segments)
                }
            }
        }

        @Test(arguments: [Int64.min, -1]) func `A6: a negative report is refused`(
            _ value: Int64
        ) async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                session.updateCurrentPositionMs(value)
                session.updateBufferedDurationMs(value)
                session.updatePlaybackRate(-1)
                session.updatePlaybackRate(.nan)
                session.updatePlaybackRate(.infinity)
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }

        @Test func `A6: a player far beyond the end breaks nothing`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                session.updateCurrentPositionMs(.max)
                session.updateBufferedDurationMs(.max)
                session.updatePlaybackRate(1e300)
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }

        @Test func `A13: closing a session ends the answers that are under way`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                scene.origin.treat(TestVideo.path(0), as: .held)
                let client = try await scene.player.connect(to: segments[0])
                try await client.send(TestPlayer.request(segments[0]))
                while scene.origin.requests(for: TestVideo.path(0)).isEmpty {
                    try await scene.player.loop.pass(.milliseconds(2))
                }
                await session.close()
                do {
                    let answer = try await client.answer()
                    #expect(answer.status >= 500)
                } catch {
                    // The connection was ended instead: as clear a word.
                }
                client.close()
            }
        }

        /// In a process of its own: a shutdown ends the clients of every test.
        @Test func `A14: after shutdown everything is safe, and a new client works`() async {
            await #expect(processExitsWith: .success) {
                try await Scene.run { scene in
                    let client = try await scene.client()
                    let session = try await client.createPlaybackSession(url: scene.url())
                    #expect(try await scene.player.play(session) == scene.video.segments)
                    await P2PSDK.shutdown()
                    await P2PSDK.shutdown()
                    session.updateCurrentPositionMs(1_000)
                    session.setP2PEnabled(false)
                    _ = await session.statistics()
                    await session.close()
                    let url = try scene.url()
                    await #expect(throws: P2PError.clientClosed) {
                        try await client.createPlaybackSession(url: url)
                    }
                    await client.close()
                    let next = try await scene.session()
                    #expect(try await scene.player.play(next) == scene.video.segments)
                }
            }
        }
    }
}
