import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// B15: nothing that could be long is fetched whole before the player gets its beginning.
    @Suite(.timeLimit(.minutes(1))) struct StreamingRuleTests {
        private static let bytes = FileOrigin.noise(3_000_000)

        /// An origin that stops in the middle of each body that is longer than a probe.
        private static let stalling: FileOrigin.File = {
            var file = FileOrigin.File(bytes: bytes)
            file.conduct = .stallsAfter(100_000)
            return file
        }()

        private func first(_ count: Int, of session: PlaybackSession, _ scene: FileScene)
            async throws
        {
            let client = try await scene.player.connect(to: session.playbackUrl)
            try await client.send(TestPlayer.request(session.playbackUrl))
            // All that the origin has sent, while the rest of it never comes.
            try await client.received(atLeast: count)
            client.close()
        }

        @Test func `B15: a film that is exchanged begins while it is fetched`() async throws {
            try await FileScene.run(Self.stalling) { scene in
                try await first(100_000, of: scene.session(), scene)
            }
        }

        @Test func `B15: a film that is passed through begins while it is fetched`() async throws {
            var file = Self.stalling
            file.tag = nil
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                try await first(100_000, of: session, scene)
                #expect(await session.unavailableReason() == .originWithoutRanges)
            }
        }

        @Test func `B15: a segment begins while it is fetched`() async throws {
            let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nlong.ts\n#EXT-X-ENDLIST\n"
            let files = [
                "/a.m3u8": FileOrigin.File(
                    bytes: Array(playlist.utf8), type: "application/vnd.apple.mpegurl"),
                "/long.ts": Self.stalling,
            ]
            try await FileScene.run(Self.stalling, others: files) { scene in
                let session = try await scene.session("/a.m3u8")
                let segment = try await scene.player.uris(in: session.playbackUrl)[0]
                let client = try await scene.player.connect(to: segment)
                try await client.send(TestPlayer.request(segment))
                try await client.received(atLeast: 100_000)
                client.close()
            }
        }
    }
}
