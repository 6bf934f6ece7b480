import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// Two devices whose URLs of the same media differ.
    @Suite(.timeLimit(.minutes(1))) struct IdentityTests {
        /// The same film, with the URLs that each viewer is given.
        private func files(_ video: TestVideo, _ viewer: String, _ query: String) -> [String:
            [UInt8]]
        {
            let master = TestVideo.masterText.replacing(".m3u8", with: ".m3u8\(query)")
            let media = video.text.replacing(".ts", with: ".ts\(query)")
            var files: [String: [UInt8]] = [:]
            for (path, bytes) in video.files {
                switch path {
                case TestVideo.master: files[viewer + path] = Array(master.utf8)
                case TestVideo.playlist: files[viewer + path] = Array(media.utf8)
                case _: files[viewer + path] = bytes
                }
            }
            return files
        }

        /// Plays at one viewer and then at the other; returns what the second has moved.
        private func second(
            _ viewers: [(folder: String, query: String)], _ options: P2PPlaybackOptions
        ) async throws -> P2PStats {
            var statistics: P2PStats?
            try await Scene.run { scene in
                // Held until the scene ends.
                var sessions: [PlaybackSession] = []
                for (index, viewer) in viewers.enumerated() {
                    for (path, bytes) in files(scene.video, viewer.folder, viewer.query) {
                        scene.origin.put(path, bytes)
                    }
                    let session = try await scene.session(
                        viewer.folder + TestVideo.master, options)
                    sessions.append(session)
                    if index > 0 {
                        try await scene.player.until(session) { $0.peers == 1 }
                        session.updateCurrentPositionMs(0)
                        session.updateBufferedDurationMs(10_000)
                    }
                    #expect(try await scene.player.play(session) == scene.video.segments)
                }
                statistics = await sessions.last?.statistics()
            }
            return try #require(statistics)
        }

        @Test func `other tokens in every URL: the second has all media from the first`()
            async throws
        {
            let two = try await second(
                [("", "?token=one&expires=1"), ("", "?token=two&expires=2")],
                P2PPlaybackOptions(contentId: "film"))
            #expect(two.peerBytes == TestVideo(segments: 4, length: 100_000).byteCount)
        }

        @Test func `a parameter that only the application knows to be volatile`() async throws {
            let viewers = [("", "?who=one"), ("", "?who=two")]
            let apart = try await second(viewers, P2PPlaybackOptions(contentId: "film"))
            #expect(apart.peerBytes == 0)
            let two = try await second(
                viewers,
                P2PPlaybackOptions(contentId: "film", volatileParameters: ["WHO"]))
            #expect(two.peerBytes == TestVideo(segments: 4, length: 100_000).byteCount)
        }

        @Test func `a folder for each viewer, which the application looks through`() async throws {
            let viewers = [("/viewer-1", ""), ("/viewer-2", "")]
            let apart = try await second(viewers, P2PPlaybackOptions(contentId: "film"))
            #expect(apart.peerBytes == 0)
            let two = try await second(
                viewers,
                P2PPlaybackOptions(
                    contentId: "film",
                    segmentIdentity: { url in
                        url.path.hasPrefix("/viewer-")
                            ? url.path.split(separator: "/").dropFirst().joined(separator: "/")
                            : nil
                    }))
            #expect(two.peerBytes == TestVideo(segments: 4, length: 100_000).byteCount)
        }
    }
}
