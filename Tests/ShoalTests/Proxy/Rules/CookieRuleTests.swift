import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R11, B32: an origin's cookies are kept for it, since no player can keep them for 127.0.0.1.
    @Suite(.timeLimit(.minutes(1))) struct CookieRuleTests {
        @Test func `R11, B32: a cookie goes with every later request, of whatever kind`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.vod,
                    headers: request.number == 0 && request.target == "/a.m3u8"
                        ? ["Set-Cookie: sess=abc; Path=/; HttpOnly"] : [])
            } _: { world in
                let segments = try await world.uris()
                let key = try await world.uri(of: "EXT-X-KEY")
                let map = try await world.uri(of: "EXT-X-MAP")
                for url in segments + [key, map, world.session.playbackUrl] {
                    #expect(try await world.plain.get(url).status == 200)
                }
                _ = try await world.plain.get(segments[0], method: "HEAD")
                let cookies = world.origin.requests.map { $0.values("Cookie") }
                #expect(cookies.first == [])
                #expect(cookies.count >= 7)
                #expect(cookies.dropFirst().allSatisfy { $0 == ["sess=abc"] })
            }
        }

        @Test func `R11: the player is not told of cookies that are not for its host`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.vod, headers: ["Set-Cookie: sess=abc; Path=/"])
            } _: { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                for url in [world.session.playbackUrl, map] {
                    #expect(try await world.plain.get(url).header("Set-Cookie") == nil)
                }
            }
        }

        @Test func `R11: the player's own cookies go along, and the origin's newer ones win`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.vod, headers: ["Set-Cookie: sess=new; Path=/"])
            } _: { world in
                let own = ["Cookie: theme=dark; sess=old"]
                _ = try await world.plain.get(world.session.playbackUrl, own)
                let segments = try await world.uris()
                _ = try await world.plain.get(segments[0], own)
                let cookies = world.origin.requests.map { $0.values("Cookie") }
                #expect(cookies.first == ["theme=dark; sess=old"])
                #expect(cookies.last == ["theme=dark; sess=new"])
            }
        }

        @Test func `R11: a cookie stays with its path, and goes when the origin says so`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                let cookies =
                    switch (request.target, request.number) {
                    case ("/a.m3u8", 0): ["Set-Cookie: one=1", "Set-Cookie: far=1; Path=/other"]
                    case ("/a.m3u8", _): ["Set-Cookie: one=1; Max-Age=0"]
                    default: [String]()
                    }
                return RuleMedia.answer(request, playlist: RuleMedia.vod, headers: cookies)
            } _: { world in
                let segments = try await world.uris()
                _ = try await world.plain.get(segments[0])
                _ = try await world.uris()
                _ = try await world.plain.get(segments[1])
                #expect(
                    world.origin.requests.map { $0.values("Cookie") }
                        == [[], ["one=1"], ["one=1"], []])
            }
        }

        @Test func `R11: each session has its own`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.vod,
                    headers: request.number == 0 ? ["Set-Cookie: sess=first; Path=/"] : [])
            } _: { world in
                _ = try await world.uris()
                try await world.withAnotherSession { other in
                    _ = try await world.plain.get(other.playbackUrl)
                    #expect(world.origin.requests.last?.values("Cookie") == [])
                }
                _ = try await world.uris()
                #expect(world.origin.requests.last?.values("Cookie") == ["sess=first"])
            }
        }
    }
}
