import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R14: what a redirect leads to is the base of what is read there, and nothing more.
    @Suite(.timeLimit(.minutes(1))) struct RedirectRuleTests {
        private static func redirect(_ location: String) -> [UInt8] {
            AnsweringOrigin.answer("302 Found", headers: ["Location: \(location)"])
        }

        @Test func `R14, B31, B34: children are asked for where the playlist was found`()
            async throws
        {
            try await ProxyWorld.run(root: "/live/a.m3u8?id=1") { request in
                request.target == "/live/a.m3u8?id=1"
                    ? Self.redirect("/node7/tok/b.m3u8")
                    : RuleMedia.answer(request, playlist: RuleMedia.vod)
            } _: { world in
                let segments = try await world.uris()
                let key = try await world.uri(of: "EXT-X-KEY")
                #expect(try await world.plain.get(key).body == Array("/node7/tok/key".utf8))
                #expect(
                    try await world.plain.get(segments[1]).body == Array("/node7/tok/s1.mp4".utf8))
            }
        }

        @Test func `R14, B33: a way of several redirects ends in one base`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch request.target {
                case "/a.m3u8": Self.redirect("one/b.m3u8")
                case "/one/b.m3u8": Self.redirect("../two/c.m3u8")
                default: RuleMedia.answer(request, playlist: RuleMedia.vod)
                }
            } _: { world in
                let segments = try await world.uris()
                #expect(try await world.plain.get(segments[0]).body == Array("/two/s0.mp4".utf8))
            }
        }

        @Test func `R14, B3: a reload asks the original URL, which may lead elsewhere by then`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                switch request.target {
                case "/a.m3u8": Self.redirect("/token\(request.number)/b.m3u8")
                case "/token0/b.m3u8" where request.number > 0:
                    AnsweringOrigin.answer("410 Gone")
                default: RuleMedia.answer(request, playlist: RuleMedia.live(to: 5))
                }
            } _: { world in
                for number in 0..<3 {
                    let segments = try await world.uris()
                    #expect(
                        try await world.plain.get(segments[0]).body
                            == Array("/token\(number)/s3.mp4".utf8))
                }
            }
        }

        @Test func `B35: what an earlier redirect named is still found there`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target == "/a.m3u8"
                    ? Self.redirect("/host\(request.number)/b.m3u8")
                    : RuleMedia.answer(request, playlist: RuleMedia.live(to: 5 + request.number))
            } _: { world in
                let first = try await world.uris()
                let second = try await world.uris()
                #expect(try await world.plain.get(first[0]).body == Array("/host0/s3.mp4".utf8))
                #expect(try await world.plain.get(second[2]).body == Array("/host1/s5.mp4".utf8))
            }
        }

        @Test func `B1: a segment that redirects to a playlist is read as one`() async throws {
            try await ProxyWorld.run(root: "/channel.ts") { request in
                request.target == "/channel.ts"
                    ? AnsweringOrigin.answer(
                        "301 Moved", headers: ["Location: /hls/real.m3u8"])
                    : RuleMedia.answer(request, playlist: RuleMedia.vod)
            } _: { world in
                let playlist = try await world.plain.get(world.session.playbackUrl)
                #expect(playlist.header("Content-Type") == "application/vnd.apple.mpegurl")
                let segments = try await world.uris()
                #expect(try await world.plain.get(segments[0]).body == Array("/hls/s0.mp4".utf8))
            }
        }

        @Test func `R14: a segment's redirect is followed, and the player does not see it`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target.hasPrefix("/s")
                    ? Self.redirect("/edge\(request.target)")
                    : RuleMedia.answer(request, playlist: RuleMedia.vod)
            } _: { world in
                let answer = try await world.plain.get(try await world.uris()[0])
                #expect(answer.status == 200 && answer.body == Array("/edge/s0.mp4".utf8))
                #expect(answer.header("Location") == nil)
            }
        }
    }
}
