import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerWire

/// A tracker, an origin with one file, and devices that open it.
struct FileScene: Sendable {
    static let path = "/film.mp4"

    let tracker: TestTracker
    let origin: FileOrigin
    let player: TestPlayer
    private let clients = Log<P2PClient>()

    static func run(
        _ file: FileOrigin.File, path: String = path, others: [String: FileOrigin.File] = [:],
        policy: TrackerPolicy = .localSwarm, _ body: (FileScene) async throws -> Void
    ) async throws {
        var policy = policy
        policy.client.announceInterval = .seconds(1)
        let files = others.merging([path: file]) { _, file in file }
        try await TestTracker.run(policy) { tracker in
            try await FileOrigin.run(files) { origin in
                try await TestPlayer.run { player in
                    let scene = FileScene(tracker: tracker, origin: origin, player: player)
                    let outcome: Result<Void, any Error>
                    do { outcome = .success(try await body(scene)) } catch {
                        outcome = .failure(error)
                    }
                    for client in scene.clients.entries { await client.close() }
                    try outcome.get()
                }
            }
        }
    }

    /// A session of a client of its own: another device.
    func session(
        _ path: String = path, _ options: P2PPlaybackOptions = P2PPlaybackOptions(),
        role: P2PConfiguration.Role = .viewer
    ) async throws -> PlaybackSession {
        let client = try P2PClient(
            sdkKey: tracker.sdkKey().text, bundleId: "tv.example.test",
            configuration: P2PConfiguration(role: role, peerInterface: .loopback))
        clients.append(client)
        let url = try #require(URL(string: origin.url(path)))
        return try await client.createPlaybackSession(url: url, options: options)
    }

    func get(
        _ session: PlaybackSession, _ headers: String..., method: String = "GET"
    ) async throws -> ReceivedAnswer {
        try await player.get(session.playbackUrl, headers, method: method)
    }
}
