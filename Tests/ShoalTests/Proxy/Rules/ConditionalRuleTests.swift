import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R4, R10: what a player holds is good for as long as the bytes that it was given are.
    @Suite(.timeLimit(.minutes(1))) struct ConditionalRuleTests {
        @Test func `R10: a live playlist is 304 only while what we gave has not changed`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                RuleMedia.answer(
                    request, playlist: RuleMedia.live(to: request.number < 2 ? 5 : 6),
                    headers: ["ETag: \"same\"", "Last-Modified: Mon, 02 Nov 2026 10:00:00 GMT"])
            } _: { world in
                let url = world.session.playbackUrl
                let first = try await world.plain.get(url)
                let tag = try #require(first.header("ETag"))
                let conditions = [
                    "If-None-Match: \(tag)", "If-Modified-Since: Mon, 02 Nov 2026 10:00:00 GMT",
                    "Range: bytes=0-\(first.body.count - 1)",
                ]
                let same = try await world.plain.get(url, conditions)
                #expect(same.status == 304 && same.body.isEmpty)
                let changed = try await world.plain.get(url, conditions)
                #expect(changed.status == 200)
                #expect(String(decoding: changed.body, as: UTF8.self).contains("/s6.mp4"))
                #expect(changed.header("ETag") != tag)
                // The origin's conditions are about its own bytes, and are never asked of it.
                #expect(world.origin.requests.allSatisfy { $0.values("If-None-Match").isEmpty })
                #expect(world.origin.requests.allSatisfy { $0.values("If-Modified-Since").isEmpty })
            }
        }

        @Test func `R10: what is passed through is asked for by the conditions that came`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.values("If-None-Match") == ["\"v1\""]
                    ? AnsweringOrigin.answer(
                        "304 Not Modified", headers: ["ETag: \"v1\""], length: 9)
                    : RuleMedia.answer(
                        request, playlist: RuleMedia.vod, headers: ["ETag: \"v1\""])
            } _: { world in
                let map = try await world.uri(of: "EXT-X-MAP")
                let whole = try await world.plain.get(map)
                #expect(whole.status == 200 && whole.header("ETag") == "\"v1\"")
                let same = try await world.plain.get(map, ["If-None-Match: \"v1\""])
                #expect(same.status == 304 && same.body.isEmpty)
                #expect(same.header("ETag") == "\"v1\"")
                let other = try await world.plain.get(map, ["If-None-Match: \"v0\""])
                #expect(other.status == 200 && other.body == whole.body)
            }
        }

        @Test func `R4: If-Range goes to the origin that gave the tag`() async throws {
            try await ProxyWorld.run(root: "/film.mp4") { request in
                let film = [UInt8](repeating: 7, count: 4_000)
                guard request.values("Range") == ["bytes=10-19"],
                    request.values("If-Range") == ["\"v1\""]
                else { return AnsweringOrigin.answer(headers: ["ETag: \"v1\""], body: film) }
                return AnsweringOrigin.answer(
                    "206 Partial Content",
                    headers: ["ETag: \"v1\"", "Content-Range: bytes 10-19/4000"],
                    body: Array(film[10...19]))
            } _: { world in
                let url = world.session.playbackUrl
                #expect(try await world.plain.get(url).body.count == 4_000)
                let part = try await world.plain.get(
                    url, ["Range: bytes=10-19", "If-Range: \"v1\""])
                #expect(part.status == 206 && part.body.count == 10)
                let changed = try await world.plain.get(
                    url, ["Range: bytes=10-19", "If-Range: \"v0\""])
                #expect(changed.status == 200 && changed.body.count == 4_000)
            }
        }
    }
}
