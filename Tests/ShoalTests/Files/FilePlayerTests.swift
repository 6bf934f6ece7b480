import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// Real players of files, a real nginx as the CDN: what comes out is what comes out directly.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .enabled(if: ChildProcess.isInstalled("nginx"), "nginx is not installed"),
        .timeLimit(.minutes(2)))
    struct FilePlayerTests {
        @Test func `R5: ffmpeg reads the same streams directly, alone and in a swarm`() async throws
        {
            try await FileCinema.run { cinema in
                for media in FileMedia.allCases {
                    let direct = try await cinema.hash(cinema.url(media))
                    #expect(direct.split(separator: "\n").count == media.streams, "\(media)")
                    let first = try await cinema.session(media)
                    #expect(try await cinema.hash(first.url) == direct, "\(media), alone")
                    let second = try await cinema.session(media)
                    try await cinema.player.until(second) { $0.peers == 1 }
                    #expect(try await cinema.hash(second.url) == direct, "\(media), in a swarm")
                    #expect(await second.statistics().peerBytes > 0, "\(media)")
                    #expect(await second.unavailableReason() == nil, "\(media)")
                }
            }
        }

        @Test func `R5: a seek leads to the same frames, and a swarm has few bytes more`()
            async throws
        {
            try await FileCinema.run { cinema in
                for media in FileMedia.allCases {
                    let seek = ["-ss", "6"]
                    let direct = try await cinema.hash(cinema.url(media), seek)
                    let session = try await cinema.session(media)
                    #expect(try await cinema.hash(session.url, seek) == direct, "\(media)")
                    let statistics = await session.statistics()
                    #expect(statistics.cdnBytes <= cinema.count(media) + 4 * 1024, "\(media)")
                }
            }
        }

        @Test(.enabled(if: ChildProcess.isInstalled("mpv"), "mpv is not installed"))
        func `mpv plays, from the start and from the middle`() async throws {
            try await FileCinema.run { cinema in
                for media in [FileMedia.slow, .song] {
                    let session = try await cinema.session(media)
                    for options in [["--length=1"], ["--start=5", "--length=1"]] {
                        let (status, text) = try await cinema.program(
                            ["mpv", "--no-config", "--vo=null", "--ao=null"] + options
                                + [session.url])
                        #expect(status == 0 && !text.contains("rror"), "\(media): \(text)")
                    }
                    #expect(await session.statistics().deliveredBytes > 0)
                }
            }
        }

        @Test(.enabled(if: ChildProcess.isInstalled("curl"), "curl is not installed"))
        func `B22: curl gets the origin's bytes, whole and by ranges`() async throws {
            try await FileCinema.run { cinema in
                for media in [FileMedia.slow, .song] {
                    let session = try await cinema.session(media)
                    let middle = cinema.count(media) / 2
                    for range in [nil, "0-", "\(middle)-", "5-\(middle)", "-1000"] {
                        let options = range.map { ["-r", $0] } ?? []
                        let direct = try await cinema.body(cinema.url(media), options)
                        let ours = try await cinema.body(session.url, options)
                        #expect(ours == direct && !ours.isEmpty, "\(media) \(range ?? "")")
                    }
                }
            }
        }
    }
}

extension PlaybackSession {
    fileprivate var url: String { playbackUrl.absoluteString }
}
