import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// The events of real sessions.
    @Suite(.timeLimit(.minutes(1))) struct EventTests {
        private func until(
            _ scene: Scene, _ condition: @Sendable () -> Bool
        ) async throws {
            while !condition() {
                try Task.checkCancellation()
                try await scene.player.loop.pass(.milliseconds(5))
            }
        }

        @Test
        func `A10: a listener hears of readiness, peers, CDN bytes and statistics, as they are`()
            async throws
        {
            try await Scene.run { scene in
                let first = try await scene.session()
                #expect(try await scene.player.play(first) == scene.video.segments)
                let client = try await scene.client()
                let (ofClient, ofSession) = (Listener(), Listener())
                client.addEventListener(ofClient)
                let second = try await client.createPlaybackSession(url: scene.url())
                second.addEventListener(ofSession)
                let streamed = Log<P2PEvent>()
                let stream = second.eventStream()
                let reading = Task { for await event in stream { streamed.append(event) } }
                try await until(scene) { ofClient.peerCounts.last == 1 }
                #expect(ofClient.heard.entries.contains(.ready))
                #expect(try await scene.player.play(second) == scene.video.segments)
                second.setP2PEnabled(false)
                try await until(scene) {
                    ofClient.heard.entries.contains(.unavailable(.disabledBySession))
                        && ofClient.peerCounts.last == 0
                }
                second.setP2PEnabled(true)
                try await until(scene) { ofClient.peerCounts.last == 1 }
                await second.close()
                await reading.value

                let statistics = await second.statistics()
                for listener in [ofClient, ofSession] {
                    #expect(listener.statistics.last?.cdnBytes == statistics.cdnBytes)
                    #expect(
                        listener.fallbackBytes
                            == statistics.cdnBytes - statistics.ineligibleCdnBytes)
                    let delivered = listener.statistics.map(\.deliveredBytes)
                    #expect(delivered == delivered.sorted())
                }
                #expect(ofSession.peerCounts.suffix(2) == [0, 1])
                #expect(ofClient.peerCounts.suffix(2) == [0, 1])
                #expect(streamed.count > 0)
            }
        }

        @Test func `A10, A13: after the close of a session nobody is called on its account`()
            async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client()
                let other = try await scene.session()
                let (ofClient, ofSession) = (Listener(), Listener())
                let session = try await client.createPlaybackSession(url: scene.url())
                client.addEventListener(ofClient)
                session.addEventListener(ofSession)
                try await scene.player.until(session) { $0.peers == 1 }
                #expect(try await scene.player.play(session) == scene.video.segments)
                await session.close()
                let heard = (ofClient.heard.count, ofSession.heard.count)
                #expect(heard.0 > 0 && heard.1 > 0)
                session.setP2PEnabled(false)
                session.updateCurrentPositionMs(1_000)
                #expect(!session.preload())
                // More than a tick of the monitor.
                try await scene.player.until(other) { $0.peers == 0 }
                try await scene.player.loop.pass(.milliseconds(1_100))
                #expect(ofClient.heard.count == heard.0)
                #expect(ofSession.heard.count == heard.1)
                await client.removeEventListener(ofClient)
                await session.removeEventListener(ofSession)
            }
        }

        @Test func `A10, A14: a client's close ends the streams of its sessions and its own`()
            async throws
        {
            try await Scene.run { scene in
                let client = try await scene.client()
                let session = try await client.createPlaybackSession(url: scene.url())
                let streams = [client.eventStream(), session.eventStream()]
                let listener = Listener()
                session.addEventListener(listener)
                await client.close()
                let heard = listener.heard.count
                for stream in streams {
                    for await event in stream { Issue.record("after its end: \(event)") }
                }
                session.setP2PEnabled(false)
                #expect(await session.unavailableReason() == .closed)
                #expect(listener.heard.count == heard)
            }
        }

        @Test func `A11: without a tracker a listener hears why, and playback goes on`()
            async throws
        {
            try await Scene.run { scene in
                await scene.tracker.stop()
                let session = try await scene.session()
                let listener = Listener()
                session.addEventListener(listener)
                #expect(try await scene.player.play(session) == scene.video.segments)
                try await until(scene) {
                    listener.heard.entries.contains(.unavailable(.trackerUnreachable))
                }
                #expect(try await scene.player.play(session) == scene.video.segments)
            }
        }
    }
}
