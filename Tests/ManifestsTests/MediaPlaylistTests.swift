import Testing

@testable import Manifests

@Suite struct MediaPlaylistTests {
    private func media(_ text: String) throws -> HLSMedia {
        try #require(try parse(text)?.media)
    }

    private func parse(_ text: String) throws -> HLSPlaylist? {
        HLSPlaylist.parse(Array(text.utf8), from: try #require(ResolvedURI("http://h/a/p.m3u8")))
    }

    @Test func `facts and segments are read`() throws {
        let playlist = try #require(
            try parse(
                """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:41
                #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@10"
                #EXT-X-BITRATE:800
                #EXTINF:5.5,one
                s41.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-GAP
                #EXTINF:4,
                s42.m4s
                #EXT-X-MAP:URI="init2.mp4"
                #EXT-X-BYTERANGE:1000@5
                #EXTINF:6
                big.m4s
                #EXTINF:6
                #EXT-X-BYTERANGE:20
                big.m4s
                """))
        let media = try #require(playlist.media)
        #expect(playlist.version == 7)
        #expect(media.targetDuration == .seconds(6))
        #expect(media.isLive)
        #expect(media.segments.map(\.number) == [41, 42, 43, 44])
        #expect(
            media.segments.map(\.start)
                == [.zero, .milliseconds(5500), .milliseconds(9500), .milliseconds(15500)])
        #expect(media.segments.map(\.isGap) == [false, true, false, false])
        #expect(media.segments.map(\.isDiscontinuous) == [false, true, false, false])
        #expect(media.segments.map(\.bitrate) == [800_000, 800_000, nil, nil])
        #expect(media.segments.map(\.initSegment) == [0, 0, 1, 1])
        #expect(media.initSegments.map(\.byteRange) == [ByteRange(offset: 10, length: 720), nil])
        #expect(
            media.segments.map(\.byteRange)
                == [
                    nil, nil, ByteRange(offset: 5, length: 1000),
                    ByteRange(offset: 1005, length: 20),
                ])
    }

    @Test(arguments: [
        ("", true), ("#EXT-X-ENDLIST", false), ("#EXT-X-PLAYLIST-TYPE:VOD", false),
        ("#EXT-X-PLAYLIST-TYPE:EVENT", true), ("#EXT-X-PLAYLIST-TYPE:LIVE", true),
    ])
    func `a playlist is live until it ends or says that it is whole`(_ tag: String, _ live: Bool)
        throws
    {
        #expect(try media("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(tag)\n").isLive == live)
    }

    @Test func `parts, hints, reports and skipped segments are read`() throws {
        let playlist = try #require(
            try parse(
                """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:100
                #EXT-X-SKIP:SKIPPED-SEGMENTS=7
                #EXT-X-PART:DURATION=0.5,URI="f.mp4",BYTERANGE="30@0",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.5,URI="f.mp4",BYTERANGE="40",GAP=YES
                #EXTINF:1,
                f.mp4
                #EXT-X-PART:DURATION=0.5,URI="g.mp4"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="g.mp4",BYTERANGE-START=70
                #EXT-X-RENDITION-REPORT:URI="../b/p.m3u8",LAST-MSN=108
                """))
        let media = try #require(playlist.media)
        #expect(media.skippedSegments == 7)
        #expect(media.segments.map(\.number) == [107])
        #expect(media.parts.map(\.number) == [107, 107, 108])
        #expect(media.parts.map(\.index) == [0, 1, 0])
        #expect(media.parts.map(\.isIndependent) == [true, false, false])
        #expect(media.parts.map(\.isGap) == [false, true, false])
        #expect(media.parts.map(\.duration) == Array(repeating: .milliseconds(500), count: 3))
        #expect(media.parts[1].byteRange == ByteRange(offset: 30, length: 40))
        #expect(media.preloadHints.map(\.offset) == [70])
        #expect(media.preloadHints.map(\.kind) == [.part])
        let report = try #require(playlist.references.last)
        #expect(report.role == .renditionReport)
        #expect(playlist.resolved(report)?.text == "http://h/b/p.m3u8")
    }

    @Test func `byte order mark, line ends and blanks do not matter`() throws {
        let text =
            "\u{feff}#EXTM3U\r\n\r\n #EXT-X-TARGETDURATION: 10 \r\n#EXTINF: 9.5 ,\r\n\ta b.ts \r\n"
        let playlist = try #require(try parse(text))
        let segment = try #require(playlist.media?.segments.first)
        #expect(segment.duration == .milliseconds(9500))
        #expect(playlist.resolved(segment.reference)?.text == "http://h/a/a%20b.ts")
        let mapped = playlist.rewriting { _, _ in "/m/1" }
        #expect(String(decoding: mapped, as: UTF8.self) == text.replacing("a b.ts", with: "/m/1"))
    }

    @Test(arguments: [
        ("10", 10_000), ("9.009,", 9009), ("0", 0), ("-1", 0), ("1e3", 1000), (".5", 500),
        ("5.,", 5000), ("+2", 2000), ("99999999999999999999999", 3_000_000_000_000),
        // Without a number the target duration stands in, as in players.
        ("NaN", 7000), ("inf", 7000), ("", 7000), (";x", 7000),
    ])
    func `a duration is never negative, infinite or none`(_ text: String, _ milliseconds: Int)
        throws
    {
        let media = try media("#EXTM3U\n#EXT-X-TARGETDURATION:7\n#EXTINF:\(text)\ns.ts")
        #expect(media.segments.map(\.duration) == [.milliseconds(milliseconds)])
    }

    @Test(arguments: [
        "", "#EXTM3U", "#EXTM3U\ns.ts", "#EXTM3U8\n#EXTINF:1,\ns.ts", "#EXTINF:1,\ns.ts",
        "x\n#EXTM3U\n#EXTINF:1,\ns.ts", "<html>", "\u{feff}",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXTINF:-1 tvg-id=\"a\",Channel\nhttp://c/1",
        "#EXTM3U\n#EXT-X-TARGETDURATION:\n", "#EXTM3U\n#EXT-X-TARGETDURATION:-3\n",
        "#EXTM3U\n#EXTINF:1,\ns.ts\n#EXT-X-MEDIA-SEQUENCE:5\n",
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:18446744073709551616\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n#EXTINF:1,\ns.ts\n#EXTINF:1,\nt.ts",
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:9\n#EXTINF:1,\n#EXT-X-BYTERANGE:x\ns.ts",
        "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@1\ns.ts",
        "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775808@0\ns.ts",
        "#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=x\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\"x\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"1@-1\"\n#EXTINF:1,\ns.ts",
        "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"\n#EXTINF:1,\ns.ts",
    ])
    func `what is in doubt is not understood`(_ text: String) throws {
        #expect(try parse(text) == nil)
    }

    @Test func `the largest numbers are numbers`() throws {
        let media = try media(
            """
            #EXTM3U
            #EXT-X-MEDIA-SEQUENCE:18446744073709551615
            #EXTINF:1e400,
            #EXT-X-BYTERANGE:9223372036854775807@0
            s.ts
            #EXT-X-BITRATE:9223372036854775807
            """)
        #expect(media.segments.map(\.number) == [.max])
        #expect(media.segments.first?.byteRange?.end == .max)
    }
}
