import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// A real player, a real nginx as the CDN, real MPDs: what comes out is what comes out directly.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: ChildProcess.isInstalled("nginx"), "nginx is not installed"),
        .timeLimit(.minutes(2)))
    struct DASHPlayerTests {
        @Test func `A3: ffmpeg reads the same streams of an MPD directly, alone and in a swarm`()
            async throws
        {
            try await Cinema.run(media: DASHMedia.make) { cinema in
                for media in DASHMedia.allCases {
                    let direct = Self.streams(
                        try await cinema.hash(cinema.nginx.url + "/" + media.manifest))
                    #expect(direct.count == 2, "\(media)")
                    let first = try await cinema.session(media.manifest)
                    #expect(Self.streams(try await cinema.hash(first)) == direct, "\(media), alone")
                    let second = try await cinema.session(media.manifest)
                    try await cinema.player.until(second) { $0.peers == 1 }
                    #expect(
                        Self.streams(try await cinema.hash(second)) == direct,
                        "\(media), in a swarm")
                    let statistics = await second.statistics()
                    #expect(statistics.peerBytes > statistics.cdnBytes, "\(media)")
                }
            }
        }

        /// The lines that are hashes: ffmpeg asks for one segment past the end, and complains.
        private static func streams(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains("MD5=") }
        }
    }
}
