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
            playlist.segments.map(\.resource.url.absoluteString) == [
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
        #expect(playlist.segments.map(\.resource.range) == [50...149, 150...179, nil])
    }

    @Test func `an initialization section belongs to the segments behind it`() throws {
        let playlist = try read(
            """
            #EXTINF:4,
            a.ts
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"
            #EXTINF:4,
            s0.m4s
            #EXTINF:4,
            s1.m4s
            """)
        let section = Resource(
            url: try #require(URL(string: "http://cdn/a/init.mp4")), range: 0...719)
        #expect(playlist.segments.map(\.initialization) == [nil, section, section])
        #expect(playlist.segments.map(\.duration) == [4, 4, 4])
    }

    @Test func `segments are numbered from the media sequence on`() throws {
        let playlist = try read(
            "#EXT-X-TARGETDURATION:3\n#EXT-X-MEDIA-SEQUENCE:41\n#EXTINF:2,\na\n#EXTINF:2,\nb\n")
        #expect(playlist.segments.map(\.number) == [41, 42])
        #expect(playlist.targetDuration == 3)
        #expect(!playlist.isEncrypted)
    }

    @Test(arguments: ["2026-01-02T03:04:05.250Z", "2026-01-02T04:04:05.250+01:00"])
    func `a date is that of the segment behind it`(_ text: String) throws {
        let playlist = try read(
            "#EXT-X-PROGRAM-DATE-TIME:\(text)\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n")
        #expect(
            playlist.segments.map(\.date) == [Date(timeIntervalSince1970: 1_767_323_045.25), nil])
    }

    @Test func `a key means encryption, and its end is told`() throws {
        #expect(try read("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:2,\na\n").isEncrypted)
        #expect(try !read("#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\na\n").isEncrypted)
    }

    @Test(arguments: [
        "", "#EXT-X-BYTERANGE:\n#EXTINF:\nx", "#EXT-X-BYTERANGE:-5@x\n#EXTINF:2,\nx",
        "#EXT-X-MAP:\n#EXT-X-MAP:URI=\"\n#EXT-X-STREAM-INF:BANDWIDTH\nx", "#EXT-X-MAP:=,=,=\"",
        "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:2,\nx", "#EXT-X-PROGRAM-DATE-TIME:x",
        "#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807\n#EXTINF:2,\nx",
    ])
    func `nonsense is no crash`(_ text: String) throws {
        _ = try read(text)
    }
}
