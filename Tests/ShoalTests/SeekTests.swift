import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import TestSupport
import Testing

extension ShoalTests {
    /// A player jumps to where one peer alone has the media already, and is being asked for it.
    @Suite(.timeLimit(.minutes(1))) struct SeekTests {
        private static let video = TestVideo(segments: 20, length: 400_000)
        /// What the peer has.
        private static let held = 6...8

        private static var heldBytes: Int { bytes(held) }

        private static func bytes(_ numbers: some Sequence<Int>) -> Int {
            numbers.reduce(0) { $0 + video.segments[$1].count }
        }

        private func get(_ number: Int, of segments: [URL], _ scene: Scene) async throws {
            let body = try await scene.player.get(segments[number]).body
            #expect(body == Self.video.segments[number])
        }

        /// Opens the session of the peer.
        private func openHolder(_ scene: Scene, uploadLimit: Int?) async throws {
            var configuration = P2PConfiguration(peerInterface: .loopback)
            configuration.uploadLimit = uploadLimit
            let session = try await scene.client(configuration)
                .createPlaybackSession(url: scene.url())
            let segments = try await scene.player.segments(of: session.playbackUrl)
            // Its player is about to end: there is nothing to fetch ahead.
            session.updateCurrentPositionMs(38_000)
            for number in Self.held { try await get(number, of: segments, scene) }
        }

        /// Opens a session that has played a little, and is fetching ahead from the peer.
        private func openAhead(_ scene: Scene) async throws -> (PlaybackSession, [URL]) {
            let session = try await scene.session()
            try await scene.player.until(session) { $0.peers == 1 }
            let segments = try await scene.player.segments(of: session.playbackUrl)
            for number in 0...3 {
                try await get(number, of: segments, scene)
                session.updateCurrentPositionMs(0)
                session.updateBufferedDurationMs(Int64(number + 1) * 2000)
            }
            try await scene.player.until(session) { $0.peerBytes > 0 }
            return (session, segments)
        }

        private func seek(_ scene: Scene, _ session: PlaybackSession, _ segments: [URL])
            async throws
        {
            session.updateCurrentPositionMs(12_000)
            session.updateBufferedDurationMs(0)
            for number in Self.held { try await get(number, of: segments, scene) }
            let statistics = await session.statistics()
            #expect(
                statistics.deliveredBytes == Self.bytes(0...3) + Self.heldBytes)
        }

        @Test func `B37: a slow peer is not waited for, the origin brings the rest`() async throws {
            try await Scene.run(video: Self.video) { scene in
                // Alone it would take more than a minute for what the player wants.
                try await openHolder(scene, uploadLimit: 16 << 10)
                let (session, segments) = try await openAhead(scene)
                let clock = ContinuousClock()
                let soughtAt = clock.now
                try await seek(scene, session, segments)
                #expect(clock.now - soughtAt < .seconds(15))
                let sent = Self.held.reduce(0) { $0 + scene.origin.sent(TestVideo.path($1)) }
                // Once for the peer, and the larger part of another copy.
                #expect(sent > Self.heldBytes * 3 / 2, "\(sent) of \(Self.heldBytes) bytes")
            }
        }

        @Test func `A6: a fast peer gives what it has, and the origin is left alone`() async throws
        {
            try await Scene.run(video: Self.video) { scene in
                try await openHolder(scene, uploadLimit: nil)
                let (session, segments) = try await openAhead(scene)
                try await scene.player.until(session) { $0.peerBytes >= Self.heldBytes }
                try await seek(scene, session, segments)
                for number in Self.held {
                    #expect(
                        scene.origin.sent(TestVideo.path(number))
                            == Self.video.segments[number].count)
                }
            }
        }
    }
}
