import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// R12, R22: what players say of themselves reaches the origin; asking again costs nothing more.
    @Suite(.timeLimit(.minutes(1))) struct HeaderRuleTests {
        @Test func `R12: every kind of request carries what the player says`() async throws {
            let said = [
                "User-Agent": "Lavf/59.27.100", "Referer": "https://tv.example/show",
                "Authorization": "Bearer 1", "Icy-MetaData": "1",
            ]
            try await ProxyWorld.run(root: "/a.m3u8") {
                RuleMedia.answer($0, playlist: RuleMedia.vod)
            } _: { world in
                let lines = said.map { "\($0): \($1)" }
                let segments = try await world.uris()
                let map = try await world.uri(of: "EXT-X-MAP")
                let before = world.origin.requests.count
                for url in [world.session.playbackUrl, segments[0], map] {
                    #expect(try await world.plain.get(url, lines).status == 200)
                }
                let requests = world.origin.requests.dropFirst(before)
                #expect(requests.count == 3)
                for request in requests {
                    for (name, value) in said { #expect(request.values(name) == [value]) }
                }
            }
        }

        @Test func `R12: a stream's own headers come back with it`() async throws {
            try await ProxyWorld.run(root: "/radio.mp3") { request in
                AnsweringOrigin.answer(
                    headers: [
                        "Content-Type: audio/mpeg", "icy-metaint: 16000", "icy-name: one",
                    ], body: [UInt8](repeating: 1, count: 5_000))
            } _: { world in
                let answer = try await world.plain.get(
                    world.session.playbackUrl, ["Icy-MetaData: 1"])
                #expect(answer.header("icy-metaint") == "16000")
                #expect(answer.header("icy-name") == "one")
                #expect(world.origin.requests.last?.values("Icy-MetaData") == ["1"])
            }
        }

        @Test func `R22: a player that opens everything twice gets the same twice`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8") {
                RuleMedia.answer($0, playlist: RuleMedia.vod)
            } _: { world in
                let first = try await world.plain.get(world.session.playbackUrl)
                let second = try await world.plain.get(world.session.playbackUrl)
                #expect(first.body == second.body && first.header("ETag") == second.header("ETag"))
                let segment = try await world.uris()[0]
                for _ in 0..<2 { _ = try await world.plain.get(segment) }
                #expect(world.origin.requests(for: "/s0.mp4").count == 1)
                #expect(await world.session.statistics().deliveredBytes > 0)
            }
        }
    }
}
