import Foundation
import Shoal
import Testing

extension ShoalTests {
    /// What a player tells the CDN reaches it: once, in the player's words, with what it speaks of.
    @Suite(.timeLimit(.minutes(1))) struct CMCDPassingTests {
        private static let vod = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="init.mp4?a=b"
            #EXTINF:2,
            s0.mp4?a=b
            #EXTINF:2,
            s1.mp4
            #EXTINF:2,
            s2.mp4?CMCD=br%3D800
            #EXT-X-ENDLIST

            """

        private func run(_ body: (ProxyWorld, ProxyWorld.Answer) async throws -> Void)
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                request.target.hasPrefix("/a.m3u8")
                    ? AnsweringOrigin.playlist(Self.vod)
                    : AnsweringOrigin.answer(body: Array("media".utf8))
            } _: { world in
                try await body(world, world.open())
            }
        }

        @Test func `as a query, with the one fetch that it speaks of`() async throws {
            try await run { world, playlist in
                let said = "CMCD=bl%3D0%2Cnor%3D%22s1.mp4%22%2Csu"
                for _ in 0..<2 {
                    let answer = try await world.get(
                        playlist.uris[0] + "?" + said, of: playlist)
                    #expect(answer.text == "media")
                }
                _ = try await world.get(playlist.uris[1], of: playlist)
                _ = try await world.get(playlist.uris[1] + "?" + said, of: playlist)
                // One that the playlist itself has put there stays alone.
                _ = try await world.get(playlist.uris[2] + "?" + said, of: playlist)
                #expect(
                    world.origin.requests.map(\.target) == [
                        "/a.m3u8", "/s0.mp4?a=b&\(said)", "/s1.mp4", "/s2.mp4?CMCD=br%3D800",
                    ])
            }
        }

        @Test func `as headers, and not with what is asked for later`() async throws {
            try await run { world, playlist in
                let said = ["CMCD-Request": "bl=0,su", "CMCD-Session": "sid=\"a b\",pr=2"]
                _ = try await world.get(playlist.uris[0], of: playlist, headers: said)
                _ = try await world.get(playlist.uris[1], of: playlist)
                let seen = world.origin.requests.map(\.cmcd)
                #expect(
                    seen == [[:], ["Request": "bl=0,su", "Session": "sid=\"a b\",pr=2"], [:]])
            }
        }

        @Test func `with playlists and with what is passed through`() async throws {
            try await run { world, playlist in
                _ = try await world.get(
                    playlist.url.absoluteString + "?CMCD=ot%3Dm", of: playlist)
                let line = try #require(
                    playlist.text.split(separator: "\n").first { $0.hasPrefix("#EXT-X-MAP") })
                let uri = String(line.split(separator: "\"")[1])
                _ = try await world.get(
                    uri + "?CMCD=ot%3Di", of: playlist, headers: ["CMCD-Status": "bs"])
                _ = try await world.get(
                    playlist.uris[0] + "?CMCD=ot%3Dv", of: playlist, method: "HEAD")
                #expect(
                    world.origin.requests.map(\.target) == [
                        "/a.m3u8", "/a.m3u8?CMCD=ot%3Dm", "/init.mp4?a=b&CMCD=ot%3Di",
                        "/s0.mp4?a=b&CMCD=ot%3Dv",
                    ])
                #expect(world.origin.requests[2].cmcd == ["Status": "bs"])
            }
        }

        @Test func `that it ran out of media is one of the statistics`() async throws {
            try await run { world, playlist in
                _ = try await world.get(playlist.uris[0], of: playlist)
                #expect(await world.session.statistics().stalls == 0)
                // One stall, of which both of its tracks know.
                for uri in playlist.uris.prefix(2) {
                    _ = try await world.get(
                        uri, of: playlist, headers: ["CMCD-Status": "bs"])
                }
                #expect(await world.session.statistics().stalls == 1)
            }
        }

        @Test func `beside a query that the playlist reads`() async throws {
            try await ProxyWorld.run(root: "/a.m3u8?t=1") { request in
                request.target.hasPrefix("/a.m3u8")
                    ? AnsweringOrigin.playlist(
                        "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:2,\ns{$t}.ts\n")
                    : AnsweringOrigin.answer(body: Array("media".utf8))
            } _: { world in
                let root = world.session.playbackUrl.absoluteString
                let playlist = try await world.get(root + "?CMCD=ot%3Dm", of: world.open())
                #expect(playlist.url.query() == "t=1&CMCD=ot%3Dm")
                #expect(try await world.get(playlist.uris[0], of: playlist).text == "media")
            }
        }
    }
}
