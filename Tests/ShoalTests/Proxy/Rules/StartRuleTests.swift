import EventLoop
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import TestSupport
import Testing
import TrackerServer
import TrackerWire

extension ShoalTests {
    /// R24: a start through us takes the steps that a direct one takes, and waits for nothing else.
    ///
    /// How long it takes is what `shoal-swarm --compare` and the players' matrix measure.
    @Suite(.timeLimit(.minutes(1))) struct StartRuleTests {
        /// Playlists, one after the other, and the first segment.
        private func start(at url: URL, _ scene: Scene) async throws {
            let segments = try await scene.player.segments(of: url)
            let answer = try await scene.player.get(segments[0])
            #expect(answer.body == scene.video.segments[0])
        }

        @Test func `R24: a start asks the origin for nothing that a player would not`() async throws
        {
            try await Scene.run { scene in
                try await start(at: scene.url(), scene)
                let asked = scene.origin.requests.map(\.target)
                let before = asked.count
                let session = try await scene.session()
                try await start(at: session.playbackUrl, scene)
                // What is fetched ahead comes after what the player waits for.
                #expect(
                    Array(scene.origin.requests.map(\.target)[before...].prefix(asked.count))
                        == asked)
            }
        }

        @Test func `R24: a start waits for no word of the tracker`() async throws {
            try await Scene.run { scene in
                let tracker = SilentTracker()
                let loop = scene.player.loop
                let listener = try await loop.run { try tracker.listen(on: loop) }
                let key = try scene.tracker.keys.sdkKey(
                    trackerHost: "127.0.0.1", trackerPort: listener.localAddress.port,
                    appID: TestTracker.app)
                let client = try P2PClient(
                    sdkKey: key.text, bundleId: "tv.example.test",
                    configuration: P2PConfiguration(peerInterface: .loopback))
                let session = try await client.createPlaybackSession(url: scene.url())
                try await loop.until { !tracker.callers.entries.isEmpty }
                try await start(at: session.playbackUrl, scene)
                // It still waits for the tracker: a start that had waited, too, would be over only now.
                #expect(tracker.callers.entries.count == 1)
                #expect(tracker.lost.entries.isEmpty)
                await client.close()
                try await loop.run { tracker.close(listener) }
            }
        }
    }
}

/// Takes calls and never says a word; its state lives on its loop.
private final class SilentTracker: Sendable {
    let callers = Log<TCPConnection>()
    /// How calls ended that the caller gave up.
    let lost = Log<String>()

    func listen(on loop: UVEventLoop) throws -> TCPListener {
        try TCPListener(on: loop, address: SocketAddress(ip: .loopback, port: 0)) {
            [callers, lost] connection in
            callers.append(connection)
            connection.start { event in
                switch event {
                case .bytes, .drained: break
                case .end: lost.append("end")
                case .failed(let error): lost.append("\(error)")
                }
            }
        }
    }

    func close(_ listener: TCPListener) {
        listener.close()
        for caller in callers.entries { caller.close() }
    }
}
