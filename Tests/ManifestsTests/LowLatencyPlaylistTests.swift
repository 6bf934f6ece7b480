import Manifests
import Testing

@Suite struct LowLatencyPlaylistTests {
    private static func media(_ lines: String) throws -> HLSMedia {
        let base = try #require(ResolvedURI("https://cdn.example/v/media.m3u8"))
        let playlist = HLSPlaylist.parse(Array("#EXTM3U\n\(lines)".utf8), from: base)
        return try #require(playlist?.media)
    }

    @Test func `parts lie within their segments, and a hint behind all of them`() throws {
        let media = try Self.media(
            """
            #EXT-X-TARGETDURATION:2
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=12.0
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-MEDIA-SEQUENCE:7
            #EXTINF:2.0,
            s7.m4s
            #EXT-X-PART:DURATION=0.5,URI="p8.0.m4s"
            #EXT-X-PART:DURATION=0.4,URI="p8.1.m4s"
            #EXTINF:0.9,
            s8.m4s
            #EXT-X-PART:DURATION=0.5,URI="p9.0.m4s"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p9.1.m4s"
            """)
        #expect(media.partTarget == .milliseconds(500))
        #expect(media.canBlockReload && media.canSkip)
        #expect(media.parts.map(\.start.inMilliseconds) == [2_000, 2_500, 2_900])
        let next = HLSPreloadHint.Place(number: 9, index: 1, start: .milliseconds(3_400))
        #expect(media.end == next)
        #expect(media.preloadHints.map(\.part) == [next])
    }

    @Test func `what the origin offers is no matter of a media playlist's being one`() throws {
        let media = try Self.media(
            """
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=NO,X="
            #EXT-X-PART-INF:PART-TARGET=0
            #EXTINF:2.0,
            a.ts
            """)
        #expect(!media.canBlockReload && !media.canSkip)
        #expect(media.partTarget == nil)
        #expect(media.end == HLSPreloadHint.Place(number: 1, index: 0, start: .seconds(2)))
    }

    @Test func `an init segment that is hinted at is no part`() throws {
        let media = try Self.media(
            """
            #EXT-X-TARGETDURATION:2
            #EXTINF:2.0,
            a.m4s
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init2.mp4"
            """)
        #expect(media.preloadHints.map(\.kind) == [.initSegment])
        #expect(media.preloadHints.map(\.part) == [nil])
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
