import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

/// A live channel in both forms, a film, and what a listener hears of a playback of them.
struct LatencyScene: Sendable {
    static let standard = "/live/master.m3u8"
    static let low = "/low/master.m3u8"
    static let missing = "/nowhere.m3u8"
    static let film = "/film/index.m3u8"

    let scene: Scene
    let client: P2PClient
    let listener = Listener()

    static func run(_ body: (LatencyScene) async throws -> Void) async throws {
        try await Scene.run { scene in
            let video = scene.video
            for folder in ["live", "low"] {
                scene.origin.put("/\(folder)/master.m3u8", Array(TestVideo.masterText.utf8))
                scene.origin.put("/\(folder)/v/index.m3u8", Array(video.liveText(0...3).utf8))
                for (number, bytes) in video.segments.enumerated() {
                    let bytes = folder == "low" ? bytes.reversed() : bytes
                    scene.origin.put("/\(folder)/v/s\(number).ts", bytes)
                }
            }
            scene.origin.put(film, Array(video.text.utf8))
            let client = try await scene.client()
            let world = LatencyScene(scene: scene, client: client)
            client.addEventListener(world.listener)
            try await body(world)
        }
    }

    func source(_ path: String) throws -> LatencyConfiguration.Source {
        LatencyConfiguration.Source(url: try scene.url(path))
    }

    func configuration(
        _ media: [String] = [standard], low: [String] = [low], initialMode: LatencyMode = .def,
        allowsLow: Bool = true
    ) throws -> LatencyConfiguration {
        LatencyConfiguration(
            media: try media.map(source), lowLatencyMedia: try low.map(source),
            initialMode: initialMode,
            allowedModes: LatencyConfiguration.AllowedModes(low: allowsLow))
    }

    /// What was heard of modes so far: the mode, and whether there is low latency.
    var heard: [LatencyNews] { listener.latencies }

    func until(_ condition: @Sendable () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            try await scene.player.loop.pass(.milliseconds(5))
        }
    }

    /// The segments that its URL leads to now.
    func play(_ playback: LatencyPlayback) async throws -> [[UInt8]] {
        try await scene.player.play(playback.session)
    }

    var reversed: [[UInt8]] { scene.video.segments.map { $0.reversed() } }
}

/// What `latencyModeChanged` said.
struct LatencyNews: Hashable, Sendable, CustomStringConvertible {
    let mode: LatencyMode
    let hasLow: Bool

    init(_ mode: LatencyMode, hasLow: Bool) {
        self.mode = mode
        self.hasLow = hasLow
    }

    var description: String { "\(mode)\(hasLow ? ", low available" : "")" }
}
