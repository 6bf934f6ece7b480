import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R18, R19: what is not there is said as the origin says it, and not asked for in a storm.
    @Suite(.timeLimit(.minutes(1))) struct MissingRuleTests {
        private static let no = AnsweringOrigin.answer(
            "404 Not Found", headers: ["Content-Type: text/plain"], body: Array("not yet".utf8))

        @Test(arguments: ["#EXTINF", "#EXT-X-MAP"])
        func `R18: a storm at the live edge reaches the origin as a few requests`(
            _ tag: String
        ) async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target == "/a.m3u8"
                    ? AnsweringOrigin.playlist(
                        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"i.mp4\"\n"
                            + "#EXTINF:2,\ns9.mp4\n") : Self.no
            } _: { world in
                let url =
                    tag == "#EXTINF"
                    ? try await world.uris()[0] : try await world.uri(of: "EXT-X-MAP")
                let before = world.origin.requests.count
                for _ in 0..<200 {
                    let answer = try await world.plain.get(url)
                    #expect(answer.status == 404)
                    #expect(answer.header("Content-Type") == "text/plain")
                    #expect(answer.body == Array("not yet".utf8))
                }
                // 250 ms are remembered at a time, and 200 requests take far less than a second.
                #expect((1...20).contains(world.origin.requests.count - before))
            }
        }

        @Test func `R18: the segment is there soon after it is`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch (request.target, request.number) {
                case ("/a.m3u8", _): AnsweringOrigin.playlist(RuleMedia.live(to: 5))
                case (_, 0): Self.no
                default: AnsweringOrigin.answer(body: Array("media".utf8))
                }
            } _: { world in
                let newest = try await world.uris()[2]
                #expect(try await world.plain.get(newest).status == 404)
                var answer = try await world.plain.get(newest)
                while answer.status == 404 { answer = try await world.plain.get(newest) }
                #expect(answer.status == 200 && answer.body == Array("media".utf8))
                #expect(world.origin.requests.count == 3)
            }
        }

        @Test func `R19: past the end of a film each 404 is the origin's own`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target == "/a.m3u8"
                    ? AnsweringOrigin.playlist(RuleMedia.vod) : Self.no
            } _: { world in
                let last = try await world.uris()[1]
                for _ in 0..<3 {
                    let answer = try await world.plain.get(last)
                    #expect(answer.status == 404 && answer.body == Array("not yet".utf8))
                }
                #expect(world.origin.requests(for: "/s1.mp4").count == 3)
            }
        }
    }
}
