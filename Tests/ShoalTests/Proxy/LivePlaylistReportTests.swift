import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// How caches have stopped live channels, by public reports.
    @Suite(.timeLimit(.minutes(1))) struct LivePlaylistReportTests {
        private static func live(_ number: Int) -> String {
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(number)\n"
                + "#EXTINF:2,\ns\(number).ts\n#EXTINF:2,\ns\(number + 1).ts\n"
        }

        @Test
        func
            `B24, B25, B26, B28: a live playlist is asked for each time, whatever it says of its age`()
            async throws
        {
            try await ProxyWorld.run(root: "/live.m3u8") { request in
                AnsweringOrigin.answer(
                    headers: [
                        "Content-Type: application/vnd.apple.mpegurl",
                        "Cache-Control: public, max-age=86400",
                        "Expires: Tue, 01 Jan 2030 00:00:00 GMT",
                        "Age: 17",
                    ], body: Array(Self.live(request.number).utf8))
            } _: { world in
                for number in 0..<4 {
                    let answer = try await world.plain.get(world.session.playbackUrl)
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(text.contains("#EXT-X-MEDIA-SEQUENCE:\(number)\n"))
                    #expect(answer.header("Cache-Control") == "no-store")
                    #expect(answer.header("Expires") == nil)
                }
                #expect(world.origin.requests(for: "/live.m3u8").count == 4)
            }
        }

        @Test func `B24: when the origin fails, an old live playlist is not given in its place`()
            async throws
        {
            try await ProxyWorld.run(root: "/live.m3u8") { request in
                request.number == 0
                    ? AnsweringOrigin.playlist(Self.live(0))
                    : AnsweringOrigin.answer("403 Forbidden", body: Array("gone".utf8))
            } _: { world in
                #expect(try await world.open().status == 200)
                let answer = try await world.open()
                #expect(answer.status == 403 && answer.text == "gone")
            }
        }

        @Test func `B27: another session asks for the playlist anew`() async throws {
            try await Scene.run { scene in
                for count in 1...2 {
                    let session = try await scene.session()
                    _ = try await scene.player.segments(of: session.playbackUrl)
                    await session.close()
                    #expect(scene.origin.requests(for: TestVideo.playlist).count == count)
                    #expect(scene.origin.requests(for: TestVideo.master).count == count)
                }
            }
        }

        @Test func `B16: segments on a private address that the playlist itself is on are fetched`()
            async throws
        {
            try await ProxyWorld.run(root: "/a.m3u8") { request in
                let host = request.values("Host").first ?? ""
                let port = host.split(separator: ":").last ?? ""
                return request.target == "/a.m3u8"
                    ? AnsweringOrigin.playlist(
                        "#EXTM3U\n#EXTINF:2,\nhttp://localhost:\(port)/s.ts\n#EXT-X-ENDLIST\n")
                    : AnsweringOrigin.answer(body: Array("media".utf8))
            } _: { world in
                let playlist = try await world.open()
                #expect(try await world.get(playlist.uris[0], of: playlist).text == "media")
            }
        }

        @Test func `a window that slides is read on at each reload, and every segment is found`()
            async throws
        {
            try await ProxyWorld.run(root: "/live.m3u8") { request in
                guard request.target == "/live.m3u8" else {
                    return AnsweringOrigin.answer(body: Array(request.target.utf8))
                }
                let window = request.number * 2..<request.number * 2 + 300
                return AnsweringOrigin.playlist(
                    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(window.lowerBound)\n"
                        + window.map { "#EXTINF:2,\ns\($0).ts\n" }.joined())
            } _: { world in
                for version in 0..<5 {
                    let playlist = try await world.open()
                    #expect(playlist.uris.count == 300)
                    for place in [0, 150, 299] {
                        let answer = try await world.get(playlist.uris[place], of: playlist)
                        #expect(answer.text == "/s\(version * 2 + place).ts")
                    }
                }
            }
        }
    }
}
