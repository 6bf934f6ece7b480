import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// The rules of the local server, over a socket.
    @Suite(.timeLimit(.minutes(1))) struct LocalServerTests {
        private static let length = 100_000

        /// A Range header, and what must come of it.
        private static let ranges = [
            ("bytes=0-", 0..<length), ("bytes=0-0", 0..<1), ("bytes=5-9", 5..<10),
            ("bytes=99999-", 99_999..<100_000), ("bytes=99999-99999", 99_999..<100_000),
            ("bytes=40000-1000000", 40_000..<length), ("bytes=-7", 99_993..<length),
            ("bytes=-1000000", 0..<length), ("bytes=32767-32769", 32_767..<32_770),
        ]

        @Test func `R2, B23: a range of a segment is answered exactly, fetched or held`()
            async throws
        {
            let video = TestVideo(segments: Self.ranges.count, length: Self.length, step: 0)
            try await Scene.run(video: video) { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for (number, (header, bytes)) in Self.ranges.enumerated() {
                    let range = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(Self.length)"
                    for _ in 0..<2 {
                        let answer = try await scene.player.get(
                            segments[number], ["Range: \(header)"])
                        #expect(answer.status == 206)
                        #expect(answer.body == Array(video.segments[number][bytes]))
                        #expect(answer.header("Content-Length") == "\(bytes.count)")
                        #expect(answer.header("Content-Range") == range)
                    }
                }
            }
        }

        @Test func `R2, R3: a range past the end is told so, and no range is the whole`()
            async throws
        {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                let past = try await scene.player.get(segments[0], ["Range: bytes=100000-"])
                #expect(past.status == 416)
                #expect(past.header("Content-Range") == "bytes */100000")
                for header in ["bytes=5-2", "bytes=0-1,4-5", "lines=0-1", "bytes=x-"] {
                    let whole = try await scene.player.get(segments[0], ["Range: \(header)"])
                    #expect(whole.status == 200)
                    #expect(whole.body == scene.video.segments[0])
                }
            }
        }

        @Test func `R4: a range holds for the tag it was given for`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                let tag = try #require(try await scene.player.get(segments[0]).header("ETag"))
                let same = try await scene.player.get(
                    segments[0], ["Range: bytes=1-2", "If-Range: \(tag)"])
                #expect(same.status == 206)
                let other = try await scene.player.get(
                    segments[0], ["Range: bytes=1-2", "If-Range: \"other\""])
                #expect(other.status == 200)
                #expect(other.body == scene.video.segments[0])
            }
        }

        @Test func `R1, R10: a playlist is always given whole, and not again if it is the same`()
            async throws
        {
            try await Scene.run { scene in
                let session = try await scene.session()
                let whole = try await scene.player.get(session.playbackUrl)
                let part = try await scene.player.get(session.playbackUrl, ["Range: bytes=0-5"])
                #expect(part.status == 200 && part.body == whole.body)
                #expect(whole.header("Content-Type") == "application/vnd.apple.mpegurl")
                let tag = try #require(whole.header("ETag"))
                let again = try await scene.player.get(
                    session.playbackUrl, ["If-None-Match: \(tag)"])
                #expect(again.status == 304 && again.body.isEmpty)
            }
        }

        @Test func `R13: HEAD is GET without a body`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for url in [session.playbackUrl, segments[0]] {
                    let get = try await scene.player.get(url)
                    let head = try await scene.player.get(url, method: "HEAD")
                    #expect(head.status == get.status)
                    for name in ["Content-Length", "Content-Type", "ETag", "Accept-Ranges"] {
                        #expect(head.header(name) == get.header(name), "\(name)")
                    }
                }
            }
        }

        @Test func `another host's name is refused without a word`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let port = session.playbackUrl.port ?? 0
                let hosts = [
                    "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "evil.example:\(port)",
                    "127.0.0.1.evil.example:\(port)", "127.0.0.2:\(port)", "0.0.0.0:\(port)",
                ]
                for host in hosts {
                    let answer = try await scene.player.get(session.playbackUrl, host: host)
                    #expect(answer.status == 403 && answer.body.isEmpty, "\(host)")
                    // Not even which methods there are.
                    let other = try await scene.player.get(
                        session.playbackUrl, ["Content-Length: 0"], method: "POST", host: host)
                    #expect(other.status == 403 && other.header("Allow") == nil, "\(host)")
                }
                #expect(scene.origin.requests.isEmpty)
            }
        }

        @Test func `the listener's own names are all right`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let port = session.playbackUrl.port ?? 0
                for name in ["127.0.0.1", "localhost", "LOCALHOST"] {
                    let answer = try await scene.player.get(
                        session.playbackUrl, host: "\(name):\(port)")
                    #expect(answer.status == 200)
                }
            }
        }

        @Test func `whoever does not know the token is told nothing`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let url = session.playbackUrl
                let parts = url.path().split(separator: "/").map(String.init)
                let other = String(repeating: "A", count: parts[1].count)
                let rest = parts[2...].joined(separator: "/")
                let nearly = Array(parts[1])
                let nearlyLast = String(
                    nearly[..<40] + [nearly[40] == "A" ? "B" : "A"] + nearly[41...])
                let nearlyFirst = String([nearly[0] == "A" ? "B" : "A"] + nearly[1...])
                let paths = [
                    "/s/\(nearlyLast)/\(rest)", "/s/\(nearlyFirst)/\(rest)",
                    "/", "/s", "/s/", "/s/\(parts[1])", "/s/\(parts[1])/", "/s/\(other)/\(rest)",
                    "/s/\(parts[1].dropLast())/\(rest)", "/s/\(parts[1])A/\(rest)",
                    "/s/\(parts[1])/zzzz/\(parts[3])", "/s/\(parts[1])/../\(rest)",
                    "/favicon.ico", "/S/\(parts[1])/\(rest)",
                ]
                for path in paths {
                    let answer = try await scene.player.get(
                        try #require(URL(string: path, relativeTo: url)?.absoluteURL))
                    #expect(answer.status == 404, "\(path)")
                    #expect(answer.body.isEmpty, "\(path)")
                }
                #expect(scene.origin.requests.isEmpty)
            }
        }

        @Test func `nothing but reading is allowed`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                for method in ["POST", "PUT", "DELETE", "PATCH"] {
                    let answer = try await scene.player.get(
                        session.playbackUrl, ["Content-Length: 0"], method: method)
                    #expect(answer.status == 405, "\(method)")
                }
                #expect(scene.origin.requests.isEmpty)
            }
        }

        @Test func `a page that is not allowed for gets nothing`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let answer = try await scene.player.get(
                    session.playbackUrl,
                    ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"])
                #expect(answer.status == 403)
                let plain = try await scene.player.get(
                    session.playbackUrl, ["Origin: https://evil.example"])
                #expect(plain.header("Access-Control-Allow-Origin") == nil)
            }
        }

        @Test func `R7: requests on one connection are answered in order`() async throws {
            try await Scene.run { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                let client = try await scene.player.connect(to: segments[0])
                for (number, url) in segments.enumerated() {
                    try await client.send(TestPlayer.request(url))
                    #expect(try await client.answer().body == scene.video.segments[number])
                }
                client.close()
            }
        }

        @Test func `R5: a player that leaves in the middle does not hurt the next`() async throws {
            try await Scene.run(video: TestVideo(segments: 2, length: 3_000_000)) { scene in
                let session = try await scene.session()
                let segments = try await scene.player.segments(of: session.playbackUrl)
                for _ in 0..<3 {
                    let client = try await scene.player.connect(to: segments[0])
                    try await client.pause(after: 10_000)
                    try await client.send(TestPlayer.request(segments[0]))
                    try await client.received(atLeast: 10_000)
                    client.close()
                }
                #expect(try await scene.player.get(segments[0]).body == scene.video.segments[0])
            }
        }
    }
}
