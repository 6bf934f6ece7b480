import Foundation
import Testing

@testable import shoal_swarm

@Suite struct PlaylistTests {
    private func read(_ text: String) throws -> Playlist {
        Playlist(text, at: try #require(URL(string: "http://cdn/a/b.m3u8?q=1")))
    }

    @Test func `the best variant has the highest bandwidth`() throws {
        let playlist = try read(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=9000000,BANDWIDTH=800000,CODECS="a,BANDWIDTH=9"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720
            /high/index.m3u8
            #EXT-X-STREAM-INF:RESOLUTION=1280x720
            none.m3u8
            """)
        #expect(playlist.variants.map(\.bandwidth) == [800_000, 3_000_000, 0])
        #expect(playlist.best?.absoluteString == "http://cdn/high/index.m3u8")
        #expect(playlist.segments.isEmpty)
    }

    @Test func `segments resolve against their playlist and carry their duration`() throws {
        let playlist = try read(
            "#EXTM3U\r\n#EXTINF:2.5,title\r\ns0.ts\r\n#EXTINF:2\r\n../s1.ts\r\n")
        #expect(playlist.best == nil)
        #expect(
            playlist.segments.map(\.url.absoluteString) == [
                "http://cdn/a/s0.ts", "http://cdn/s1.ts",
            ])
        #expect(playlist.segments.map(\.duration) == [2.5, 2])
        #expect(!playlist.isComplete)
    }

    @Test func `an end makes a playlist complete`() throws {
        #expect(try read("#EXTM3U\n#EXTINF:2,\ns0.ts\n#EXT-X-ENDLIST\n").isComplete)
    }

    @Test func `a byte range goes on where the last one ended`() throws {
        let playlist = try read(
            """
            #EXTINF:2,
            #EXT-X-BYTERANGE:100@50
            all.ts
            #EXTINF:2,
            #EXT-X-BYTERANGE:30
            all.ts
            #EXTINF:2,
            whole.ts
            """)
        #expect(playlist.segments.map(\.range) == [50...149, 150...179, nil])
    }

    @Test func `an initialization section is fetched and lasts no time`() throws {
        let playlist = try read(
            """
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"
            #EXTINF:4,
            s0.m4s
            """)
        #expect(
            playlist.segments.map(\.url.lastPathComponent) == ["init.mp4", "s0.m4s"])
        #expect(playlist.segments.map(\.duration) == [0, 4])
        #expect(playlist.segments.map(\.range) == [0...719, nil])
    }

    @Test(arguments: [
        "", "#EXT-X-BYTERANGE:\n#EXTINF:\nx", "#EXT-X-BYTERANGE:-5@x\n#EXTINF:2,\nx",
        "#EXT-X-MAP:\n#EXT-X-MAP:URI=\"\n#EXT-X-STREAM-INF:BANDWIDTH\nx", "#EXT-X-MAP:=,=,=\"",
        "#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807\n#EXTINF:2,\nx",
    ])
    func `nonsense is no crash`(_ text: String) throws {
        _ = try read(text)
    }
}
