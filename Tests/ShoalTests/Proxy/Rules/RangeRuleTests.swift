import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R1–R3, R16, R21: ranges of playlists are ignored, those of media are answered to the byte.
    @Suite(.timeLimit(.minutes(1))) struct RangeRuleTests {
        private static let file = [UInt8]((0..<1_000).map { UInt8($0 % 251) })

        @Test(arguments: ["0-", "0-20", "20-", "99999-", "-5"])
        func `R1: a playlist is always whole, also once it has grown`(_ range: String)
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(request, playlist: RuleMedia.live(to: 5 + request.number))
            } _: { world in
                _ = try await world.plain.get(world.session.playbackUrl)
                let answer = try await world.plain.get(
                    world.session.playbackUrl, ["Range: bytes=\(range)"])
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status == 200)
                #expect(text.hasPrefix("#EXTM3U") && text.hasSuffix("/s6.mp4\n"))
                #expect(answer.header("Content-Range") == nil)
                #expect(answer.header("Accept-Ranges") == nil)
                #expect(world.origin.requests.allSatisfy { $0.values("Range").isEmpty })
            }
        }

        /// An origin with ranges, of which `file` is a segment, an init segment and a film.
        private func run(_ body: (ProxyWorld) async throws -> Void) async throws {
            let playlist = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-MAP:URI="all.mp4"
                #EXTINF:2,
                one.mp4
                #EXTINF:2,
                #EXT-X-BYTERANGE:400@100
                all.mp4
                #EXTINF:2,
                #EXT-X-BYTERANGE:500
                all.mp4
                #EXT-X-ENDLIST

                """
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                guard request.target != "/a.m3u8" else { return AnsweringOrigin.playlist(playlist) }
                guard let range = request.values("Range").first else {
                    return AnsweringOrigin.answer(body: Self.file)
                }
                let ends = range.dropFirst("bytes=".count)
                    .split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                let first = ends[0] ?? 1_000 - min(1_000, ends[1] ?? 0)
                let last = ends[0] == nil ? 999 : min(999, ends[1] ?? 999)
                guard first < 1_000 else {
                    return AnsweringOrigin.answer(
                        "416 Range Not Satisfiable", headers: ["Content-Range: bytes */1000"])
                }
                return AnsweringOrigin.answer(
                    "206 Partial Content",
                    headers: ["Content-Range: bytes \(first)-\(last)/1000"],
                    body: Array(Self.file[first...last]))
            } _: { world in
                try await body(world)
            }
        }

        @Test(arguments: [
            ("0-", 0..<1_000), ("0-999", 0..<1_000), ("0-0", 0..<1), ("999-999", 999..<1_000),
            ("5-2000", 5..<1_000), ("-7", 993..<1_000), ("-5000", 0..<1_000),
        ])
        func `R2, B17, B18, B19, B23: a range of media is answered by exactly that`(
            _ range: String, _ bytes: Range<Int>
        ) async throws {
            try await run { world in
                let segments = try await world.uris()
                let map = try await world.uri(of: "EXT-X-MAP")
                for url in [segments[0], segments[1], map] {
                    let answer = try await world.plain.get(url, ["Range: bytes=\(range)"])
                    #expect(answer.status == 206)
                    #expect(answer.body == Array(Self.file[bytes]))
                    #expect(answer.header("Content-Length") == "\(bytes.count)")
                    #expect(
                        answer.header("Content-Range")
                            == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1000")
                }
            }
        }

        @Test func `R2: past the end is 416 with the length`() async throws {
            try await run { world in
                let segments = try await world.uris()
                for url in segments + [try await world.uri(of: "EXT-X-MAP")] {
                    let answer = try await world.plain.get(url, ["Range: bytes=1000-"])
                    #expect(answer.status == 416)
                    #expect(answer.header("Content-Range") == "bytes */1000")
                }
            }
        }

        @Test func `R3: without a range media is given whole`() async throws {
            try await run { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                for url in try await world.uris() + [map] {
                    let answer = try await world.plain.get(url)
                    #expect(answer.status == 200 && answer.body == Self.file)
                    #expect(answer.header("Content-Range") == nil)
                    #expect(answer.header("Content-Length") == "1000")
                }
            }
        }

        @Test func `R21: a range over several segments of one file is one answer`() async throws {
            try await run { world in
                let file = try await world.uris()[1]
                for range in [100..<500, 100..<1_000, 300..<700, 0..<1_000] {
                    let answer = try await world.plain.get(
                        file, ["Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)"])
                    #expect(answer.status == 206 && answer.body == Array(Self.file[range]))
                }
            }
        }

        @Test func `R21: what lies in segments that are here is not fetched again`() async throws {
            try await run { world in
                let file = try await world.uris()[1]
                for range in ["0-", "0-999", "200-700", "-900"] {
                    let answer = try await world.plain.get(file, ["Range: bytes=\(range)"])
                    #expect(answer.status == 206)
                }
                let asked = world.origin.requests.filter { $0.target == "/all.mp4" }
                    .flatMap { $0.values("Range") }
                // The bytes before the first segment are nobody's.
                #expect(
                    asked.sorted() == [
                        "bytes=0-0", "bytes=0-99", "bytes=0-99", "bytes=100-499", "bytes=500-999",
                    ])
            }
        }

        @Test(arguments: [
            ("application/octet-stream", "application/vnd.apple.mpegurl"), (nil, nil),
            ("text/plain", "application/vnd.apple.mpegurl"),
            ("application/x-mpegURL", "application/x-mpegURL"),
            ("audio/mpegurl; charset=utf-8", "audio/mpegurl; charset=utf-8"),
        ])
        func `R16, B13: a playlist has a playlist's type, and what is passed through its own`(
            _ said: String?, _ expected: String?
        ) async throws {
            try await ProxyWorld.run(root: "/a") { request in
                AnsweringOrigin.answer(
                    headers: said.map { ["Content-Type: \($0)"] } ?? [],
                    body: Array((request.target == "/a" ? RuleMedia.vod : "media").utf8))
            } _: { world in
                let playlist = try await world.plain.get(world.session.playbackUrl)
                #expect(
                    playlist.header("Content-Type") == expected ?? "application/vnd.apple.mpegurl")
                let map = try await world.plain.get(try await world.uri(of: "EXT-X-MAP"))
                #expect(map.header("Content-Type") == said)
                let segment = try await world.plain.get(try await world.uris()[0])
                #expect(segment.header("Content-Type") == "video/mp4")
            }
        }
    }
}
