import Foundation
import IOTestSupport
import Primitives
import Testing

extension ShoalTests {
    /// Where the engine cannot help, the player gets what the origin would have given it directly.
    @Suite(.timeLimit(.minutes(1))) struct OriginsOwnAnswerTests {
        @Test func `R25: a range of a file whose origin ignores ranges is answered with the whole`()
            async throws
        {
            let file = [UInt8]((0..<1000).map { UInt8($0 % 251) })
            let text = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXTINF:2,
                #EXT-X-BYTERANGE:400@100
                all.ts
                #EXT-X-ENDLIST

                """
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target == "/a.m3u8"
                    ? AnsweringOrigin.playlist(text) : AnsweringOrigin.answer(body: file)
            } _: { world in
                let playlist = try await world.open()
                let answer = try await world.get(playlist.uris[0], of: playlist, range: "100-499")
                #expect(answer.status == 200 && answer.body == file)
            }
        }

        @Test func `a segment that is too long for the engine comes whole`() async throws {
            let count = ChunkGeometry.longestSegment + 1
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target == "/a.m3u8"
                    ? AnsweringOrigin.playlist("#EXTM3U\n#EXTINF:2,\nbig.ts\n#EXT-X-ENDLIST\n")
                    : AnsweringOrigin.answer(body: [UInt8](repeating: 7, count: count))
            } _: { world in
                let playlist = try await world.open()
                let answer = try await world.get(playlist.uris[0], of: playlist)
                #expect(answer.status == 200 && answer.body.count == count)
            }
        }

        @Test func `a segment that left the live window is fetched all the same`() async throws {
            try await ProxyWorld.run(root: "/live.m3u8") { request in
                guard request.target == "/live.m3u8" else {
                    return AnsweringOrigin.answer(body: Array(request.target.utf8))
                }
                let lines = (request.number..<request.number + 2).map { "#EXTINF:2,\ns\($0).ts\n" }
                return AnsweringOrigin.playlist(
                    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(request.number)\n"
                        + lines.joined())
            } _: { world in
                let first = try await world.open()
                for _ in 0..<4 { _ = try await world.open() }
                let answer = try await world.get(first.uris[0], of: first)
                #expect(answer.status == 200 && answer.text == "/s0.ts")
            }
        }

        @Test func `asking for a segment's length does not fetch it`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch (request.method, request.target) {
                case (_, "/a.m3u8"):
                    AnsweringOrigin.playlist("#EXTM3U\n#EXTINF:2,\ns.ts\n#EXT-X-ENDLIST\n")
                case ("HEAD", _): AnsweringOrigin.answer(length: 5)
                default: AnsweringOrigin.answer(body: Array("media".utf8))
                }
            } _: { world in
                let playlist = try await world.open()
                let head = try await world.get(playlist.uris[0], of: playlist, method: "HEAD")
                #expect(head.status == 200 && head.received.header("Content-Length") == "5")
                #expect(world.origin.requests(for: "/s.ts").isEmpty)
                let whole = try await world.get(playlist.uris[0], of: playlist)
                #expect(
                    whole.text == "media"
                        && whole.received.header("ETag") == head.received.header("ETag"))
            }
        }

        @Test func `a page in the place of a playlist is forgotten`() async throws {
            let page = Array(String(repeating: "<html>log in</html>", count: 200).utf8)
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.number < 2
                    ? AnsweringOrigin.answer(headers: ["Content-Type: text/html"], body: page)
                    : AnsweringOrigin.playlist("#EXTM3U\n#EXTINF:2,\ns.ts\n#EXT-X-ENDLIST\n")
            } _: { world in
                let first = try await world.open()
                #expect(first.body == page)
                let playlist = try await world.open()
                #expect(playlist.uris[0].hasPrefix("/s/"))
            }
        }

        @Test func `a playlist that reads its query is given one, and so are those that it names`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8?t=1&u=2") { request in
                request.target.hasPrefix("/a.m3u8")
                    ? AnsweringOrigin.playlist(
                        """
                        #EXTM3U
                        #EXT-X-DEFINE:QUERYPARAM="t"
                        #EXT-X-STREAM-INF:BANDWIDTH=1000
                        video.m3u8?v={$t}

                        """)
                    : AnsweringOrigin.playlist("#EXTM3U\n#EXTINF:2,\ns.ts\n#EXT-X-ENDLIST\n")
            } _: { world in
                let playlist = try await world.open()
                #expect(playlist.status == 200 && playlist.url.query() == "t=1&u=2")
                #expect(playlist.uris[0].hasSuffix("?v=1"))
                let named = try await world.get(playlist.uris[0], of: playlist)
                #expect(named.status == 200)
                #expect(world.origin.requests(for: "/video.m3u8?v=1").count == 1)
            }
        }
    }
}
