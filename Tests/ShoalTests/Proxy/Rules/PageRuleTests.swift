import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R13: pages that the application allows read all that a player needs, and others nothing.
    @Suite(.timeLimit(.minutes(1))) struct PageRuleTests {
        private static let page = "https://player.example"

        private func run(_ body: (ProxyWorld) async throws -> Void) async throws {
            try await ProxyWorld.run(root: "/a.m3u8", pages: [Self.page]) {
                RuleMedia.answer($0, playlist: RuleMedia.vod)
            } _: { world in
                try await body(world)
            }
        }

        @Test func `R13: a preflight for ranges and own headers is answered by us alone`()
            async throws
        {
            try await run { world in
                let answer = try await world.plain.get(
                    world.session.playbackUrl,
                    [
                        "Origin: \(Self.page)", "Sec-Fetch-Site: cross-site",
                        "Access-Control-Request-Method: GET",
                        "Access-Control-Request-Headers: range,x-token",
                    ], method: "OPTIONS")
                #expect(answer.status == 204 && answer.body.isEmpty)
                #expect(answer.header("Access-Control-Allow-Origin") == Self.page)
                #expect(answer.header("Access-Control-Allow-Headers") == "range,x-token")
                #expect(answer.header("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
                #expect(world.origin.requests.isEmpty)
            }
        }

        @Test func `R13: a page may read lengths and ranges of every kind of answer`()
            async throws
        {
            try await run { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                let headers = ["Origin: \(Self.page)", "Sec-Fetch-Site: cross-site"]
                for url in try await world.uris() + [map, world.session.playbackUrl] {
                    for method in ["GET", "HEAD"] {
                        let answer = try await world.plain.get(url, headers, method: method)
                        #expect(answer.status == 200)
                        #expect(answer.header("Access-Control-Allow-Origin") == Self.page)
                        let exposed = answer.header("Access-Control-Expose-Headers") ?? ""
                        #expect(exposed.contains("Content-Range"))
                        #expect(exposed.contains("Content-Length"))
                    }
                }
            }
        }

        @Test func `R13: what the origin allows to pages is not what we allow`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8", pages: [Self.page]) { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.vod,
                    headers: ["Access-Control-Allow-Origin: *", "Vary: Origin"])
            } _: { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                for url in [world.session.playbackUrl, map] {
                    let answer = try await world.plain.get(url, ["Origin: https://other.example"])
                    #expect(answer.header("Access-Control-Allow-Origin") == nil)
                }
            }
        }

        @Test func `R13: HEAD is GET without its body, for each kind of answer`() async throws {
            try await run { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                let key = try await world.uri(of: "EXT-X-KEY")
                for url in try await world.uris() + [map, key, world.session.playbackUrl] {
                    let head = try await world.plain.get(url, method: "HEAD")
                    let get = try await world.plain.get(url)
                    #expect(head.status == get.status && head.body.isEmpty)
                    for name in ["Content-Length", "Content-Type", "ETag"] {
                        #expect(head.header(name) == get.header(name), "\(name)")
                    }
                }
            }
        }
    }
}
