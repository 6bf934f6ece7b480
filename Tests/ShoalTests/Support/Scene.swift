import Foundation
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerWire

/// A tracker, an origin with a video, and a player for whatever clients a test makes.
struct Scene: Sendable {
    let tracker: TestTracker
    let origin: MediaOrigin
    let player: TestPlayer
    let video: TestVideo
    private let opened = Opened()

    static func run(
        video: TestVideo = TestVideo(segments: 4, length: 100_000),
        policy: TrackerPolicy = .localSwarm, _ body: (Scene) async throws -> Void
    ) async throws {
        var policy = policy
        policy.client.announceInterval = .seconds(1)
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                try await TestPlayer.run { player in
                    let scene = Scene(
                        tracker: tracker, origin: origin, player: player, video: video)
                    do {
                        try await body(scene)
                        await scene.opened.closeAll()
                    } catch {
                        await scene.opened.closeAll()
                        throw error
                    }
                }
            }
        }
    }

    /// Of the tracker's own key, unless a test has another.
    func client(
        _ configuration: P2PConfiguration = P2PConfiguration(peerInterface: .loopback),
        sdkKey: String? = nil
    ) async throws -> P2PClient {
        let client = try P2PClient(
            sdkKey: sdkKey ?? tracker.sdkKey().text, bundleId: "tv.example.test",
            configuration: configuration)
        await opened.add(client)
        return client
    }

    func url(_ path: String = TestVideo.master) throws -> URL {
        try #require(URL(string: origin.url(path)))
    }

    /// A session of a client of its own: another device.
    func session(
        _ path: String = TestVideo.master, _ options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) async throws -> PlaybackSession {
        try await client().createPlaybackSession(url: url(path), options: options)
    }
}

private actor Opened {
    private var clients: [P2PClient] = []

    func add(_ client: P2PClient) { clients.append(client) }

    func closeAll() async {
        for client in clients { await client.close() }
        clients = []
    }
}
