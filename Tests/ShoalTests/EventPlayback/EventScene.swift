import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

/// A space of two buckets and two cameras, an event of one of them, and viewers with tokens of their own.
struct EventScene: Sendable {
    static let space = "space-7"
    static let places = [
        ("180-days", "camera-2"), ("30-days", "camera-1"), ("180-days", "camera-1"),
    ].map { EventBackend.Place(bucket: $0, device: $1) }
    static let playlist = "/180-days/camera-1/video.m3u8"

    static func path(_ segment: Int) -> String { "/180-days/camera-1/s\(segment).ts" }

    let scene: Scene
    let backend: EventBackend

    var video: TestVideo { scene.video }

    /// The event's playlist has no end, as that of one that is still being written, and stale tokens.
    static func run(
        video: TestVideo = TestVideo(segments: 4, length: 100_000),
        _ body: (EventScene) async throws -> Void
    ) async throws {
        var text = video.liveText(0...video.segments.count - 1)
        text.replace("s1.ts\n", with: "s1.ts?Authorization=stale&part=1\n")
        var files = [playlist: Array(text.utf8)]
        for (number, bytes) in video.segments.enumerated() { files[path(number)] = bytes }
        try await Scene.run(video: video) { scene in
            try await EventBackend.run(files: files, places: places) { backend in
                try await body(EventScene(scene: scene, backend: backend))
            }
        }
    }

    func event(
        device: String = "camera-1", bucket: String = "180-days", isFinished: Bool = true
    ) throws -> RecordedEvent {
        RecordedEvent(
            videoUrl: try #require(
                URL(string: backend.url(Self.playlist + "?Authorization=stale&x=1"))),
            spaceId: Self.space, bucketName: bucket, deviceId: device, isFinished: isFinished)
    }

    func store(of viewer: String) -> EventTokenStore { backend.store(of: viewer, scene.player) }

    func session(of viewer: String) async throws -> PlaybackSession {
        try await scene.client().createEventSession(event(), tokens: store(of: viewer))
    }

    /// The bytes of each segment of its playlist.
    func play(_ session: PlaybackSession) async throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        for url in try await scene.player.uris(in: session.playbackUrl) {
            bodies.append(try await scene.player.get(url).body)
        }
        return bodies
    }

    /// The answer to what an absolute URL asks for, whose query counts.
    func status(_ url: URL) async throws -> Int {
        let client = try await scene.player.connect(to: url)
        defer { client.close() }
        let target =
            url.path(percentEncoded: true)
            + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        try await client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return try await client.answer().status
    }
}
