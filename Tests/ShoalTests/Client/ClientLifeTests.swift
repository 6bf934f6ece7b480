import Foundation
import Testing

@testable import Shoal

extension ShoalTests {
    @Suite(.timeLimit(.minutes(1))) struct ClientLifeTests {
        private func client() throws -> P2PClient {
            try P2PClient(
                sdkKey: try ProxyWorld.sdkKey(), bundleId: "test",
                configuration: P2PConfiguration(peerInterface: .loopback))
        }

        private func url() throws -> URL { try #require(URL(string: "http://127.0.0.1:1/a.m3u8")) }

        /// Whether anything listens where the player would ask.
        private func answers(_ url: URL, _ player: TestPlayer) async -> Bool {
            // Of the session itself nothing is asked: its origin is not there.
            guard let root = URL(string: "/", relativeTo: url)?.absoluteURL else { return false }
            do {
                _ = try await player.get(root)
                return true
            } catch {
                return false
            }
        }

        @Test func `a closed client makes no session`() async throws {
            try await TestPlayer.run { player in
                let client = try client()
                let session = try await client.createPlaybackSession(url: try url())
                #expect(await answers(session.playbackUrl, player))
                await client.close()
                #expect(await !answers(session.playbackUrl, player))
                await #expect(throws: P2PError.clientClosed) {
                    _ = try await client.createPlaybackSession(url: url())
                }
                await client.close()
                await session.close()
            }
        }

        @Test func `a session that is made while its client is closed does not outlive it`()
            async throws
        {
            try await TestPlayer.run { player in
                for _ in 0..<20 {
                    let client = try client()
                    let url = try url()
                    let made = Task { () -> PlaybackSession? in
                        do throws(P2PError) {
                            return try await client.createPlaybackSession(url: url)
                        } catch {
                            #expect(error == .clientClosed)
                            return nil
                        }
                    }
                    let closed = Task { await client.close() }
                    let session = await made.value
                    await closed.value
                    if let session { #expect(await !answers(session.playbackUrl, player)) }
                }
            }
        }

        @Test func `a client that is let go of closes, and not before its sessions`() async throws {
            try await TestPlayer.run { player in
                var session: PlaybackSession? = try await client().createPlaybackSession(
                    url: try url())
                let playbackURL = try #require(session).playbackUrl
                #expect(await answers(playbackURL, player))
                withExtendedLifetime(session) {}
                session = nil
                while await answers(playbackURL, player) { try Task.checkCancellation() }
            }
        }

        @Test func `a shutdown closes the clients that are`() async throws {
            let runtime = Runtime()
            let client = try client()
            let place = try await runtime.place(of: client)
            await runtime.shutdown()
            await #expect(throws: P2PError.clientClosed) { _ = try await runtime.place(of: client) }
            let next = try self.client()
            let other = try await runtime.place(of: next)
            #expect(other !== place)
            await runtime.shutdown()
        }
    }
}
