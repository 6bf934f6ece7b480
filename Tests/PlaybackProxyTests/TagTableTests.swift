import Testing

@testable import PlaybackProxy

/// Every tag of RFC 8216bis, as it stands in a playlist and as the player is given it.
///
/// In what is given a path says what it stands for. Nothing but a URI ever changes, and no tag is left
/// out or moved.
@Suite struct TagTableTests {
    /// A line of a playlist, and what becomes of it; nothing where it stays as it is.
    struct Row: CustomTestStringConvertible {
        let line: String
        let given: String?

        init(_ line: String, _ given: String? = nil) {
            self.line = line
            self.given = given
        }

        var testDescription: String { line }
    }

    // MARK: - 4.4.1, 4.4.2: in any playlist

    private static let basic = [
        Row("#EXT-X-VERSION:12"), Row("#EXT-X-INDEPENDENT-SEGMENTS"),
        Row("#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES"),
        Row(#"#EXT-X-DEFINE:NAME="other",VALUE="v/{$path}""#),
        Row(#"#EXT-X-DEFINE:IMPORT="absent""#), Row(#"#EXT-X-DEFINE:QUERYPARAM="t""#),
        Row("# a comment: URI=\"x\""), Row(#"#EXT-X-VENDOR:URI="x""#),
    ]

    // MARK: - 4.4.3: of media playlists

    private static let media = [
        Row("#EXT-X-TARGETDURATION:2"), Row("#EXT-X-DISCONTINUITY-SEQUENCE:7"),
        Row("#EXT-X-PLAYLIST-TYPE:EVENT"), Row("#EXT-X-I-FRAMES-ONLY"), Row("#EXT-X-ENDLIST"),
        Row("#EXT-X-PART-INF:PART-TARGET=0.5"),
        Row("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK=1.5"),
    ]

    // MARK: - 4.4.4: of segments

    private static let segments = [
        Row("#EXTINF:1.5,a title, with URI=\"x\""), Row("#EXT-X-BYTERANGE:10@0"),
        Row("#EXT-X-DISCONTINUITY"), Row("#EXT-X-GAP"), Row("#EXT-X-BITRATE:800"),
        Row("#EXT-X-PROGRAM-DATE-TIME:2026-11-30T14:00:00.000Z"),
        Row(
            #"#EXT-X-KEY:METHOD=AES-128,URI="k?a=1",IV=0x01,KEYFORMAT="identity""#,
            #"#EXT-X-KEY:METHOD=AES-128,URI="/file/show/v/k",IV=0x01,KEYFORMAT="identity""#),
        Row("#EXT-X-KEY:METHOD=NONE"),
        Row(#"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a/b",KEYFORMAT="com.apple.streaming""#),
        Row(
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="licence",KEYFORMAT="com.example.drm""#,
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://cdn.example/show/v/licence","#
                + #"KEYFORMAT="com.example.drm""#),
        Row(
            #"#EXT-X-MAP:URI="/init.mp4",BYTERANGE="100@0""#,
            #"#EXT-X-MAP:URI="/file/init.mp4",BYTERANGE="100@0""#),
        Row(
            #"#EXT-X-MAP:URI="{$path}/i.mp4""#, #"#EXT-X-MAP:URI="/file/show/v/dir/i.mp4""#),
        Row(#"#EXT-X-MAP:URI="{$absent}/i.mp4""#),
        Row(
            #"#EXT-X-PART:DURATION=0.5,URI="p.mp4",INDEPENDENT=YES"#,
            #"#EXT-X-PART:DURATION=0.5,URI="/segment/1792",INDEPENDENT=YES"#),
        Row(
            #"#EXT-X-PART:DURATION=0.5,URI="p.mp4",GAP=YES"#,
            #"#EXT-X-PART:DURATION=0.5,URI="/file/show/v/p.mp4",GAP=YES"#),
    ]

    // MARK: - 4.4.5: of what may change

    private static let metadata = [
        Row(
            #"#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial","#
                + #"X-ASSET-URI="ad.m3u8",X-RESUME-OFFSET=0"#,
            #"#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial","#
                + #"X-ASSET-URI="https://cdn.example/show/v/ad.m3u8",X-RESUME-OFFSET=0"#),
        Row(
            #"#EXT-X-DATERANGE:ID="2",X-ASSET-LIST="/ads?x=%2f",SCTE35-OUT=0xFC"#,
            #"#EXT-X-DATERANGE:ID="2",X-ASSET-LIST="https://cdn.example/ads?x=%2f",SCTE35-OUT=0xFC"#
        ),
        Row(#"#EXT-X-DATERANGE:ID="3",X-COM-EXAMPLE-URI="stays",DURATION=5"#),
        Row(
            #"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="next.mp4""#,
            #"#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="/file/show/v/next.mp4""#),
        Row(
            #"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p.mp4",BYTERANGE-START=9"#,
            #"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="/file/show/v/p.mp4",BYTERANGE-START=9"#),
        Row(
            #"#EXT-X-RENDITION-REPORT:URI="../w/index.m3u8",LAST-MSN=9,LAST-PART=1"#,
            #"#EXT-X-RENDITION-REPORT:URI="/playlist/show/w/index.m3u8",LAST-MSN=9,LAST-PART=1"#),
    ]

    // MARK: - 4.4.6: of multivariant playlists

    private static let multivariant = [
        Row(
            #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",STABLE-RENDITION-ID="r",URI="a.m3u8""#,
            #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",STABLE-RENDITION-ID="r","#
                + #"URI="/playlist/show/v/a.m3u8""#),
        Row(#"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="n",INSTREAM-ID="CC1""#),
        Row(#"#EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="A",STABLE-VARIANT-ID="v""#),
        Row(
            #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="f.m3u8""#,
            #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="/playlist/show/v/f.m3u8""#),
        Row(
            #"#EXT-X-SESSION-DATA:DATA-ID="d",URI="d.json",FORMAT=RAW"#,
            #"#EXT-X-SESSION-DATA:DATA-ID="d",URI="/file/show/v/d.json",FORMAT=RAW"#),
        Row(#"#EXT-X-SESSION-DATA:DATA-ID="d",VALUE="URI",LANGUAGE="en""#),
        Row(
            #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k""#,
            #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="/file/show/v/k""#),
        Row(
            #"#EXT-X-CONTENT-STEERING:SERVER-URI="/steer?s=1",PATHWAY-ID="A""#,
            #"#EXT-X-CONTENT-STEERING:SERVER-URI="/steering/steer",PATHWAY-ID="A""#),
        Row(
            #"#EXT-X-CONTENT-STEERING:SERVER-URI="data:application/json,%7B%7D",PATHWAY-ID="A""#,
            #"#EXT-X-CONTENT-STEERING:SERVER-URI="/steeringapplication/json,%7B%7D",PATHWAY-ID="A""#
        ),
        Row(#"#EXT-X-CONTENT-STEERING:SERVER-URI="urn:x",PATHWAY-ID="A""#),
    ]

    private func check(_ row: Row, before head: String, after rest: String) throws {
        var versions = try MappedVersions(at: "https://cdn.example/show/v/index.m3u8?t=1")
        let start = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"path\",VALUE=\"dir\"\n" + head
        let version = try versions.take(start + row.line + "\n" + rest)
        let given = try #require(version).text
        #expect(given.hasPrefix(start + (row.given ?? row.line) + "\n"), "\(given)")
    }

    @Test(arguments: basic + media + segments + metadata)
    func `in a media playlist`(_ row: Row) throws {
        try check(row, before: "#EXT-X-MEDIA-SEQUENCE:7\n", after: "#EXTINF:0.5,\ns.ts\n")
    }

    @Test(arguments: basic + multivariant)
    func `in a multivariant playlist`(_ row: Row) throws {
        try check(row, before: "", after: "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n")
    }

    @Test(arguments: [
        ("#EXT-X-STREAM-INF:BANDWIDTH=1\n", "v.m3u8?a=%2f", "/playlist/show/v/v.m3u8"),
        ("#EXTINF:1,\n", "./s.ts?a=%2f", "/segment/0"),
        ("#EXT-X-GAP\n#EXTINF:1,\n", "s.ts", "/file/show/v/s.ts"),
        ("#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\n", "s.ts", "/parts/show/v/s.ts"),
        ("#EXTINF:1,\n", "urn:x", "urn:x"), ("#EXTINF:1,\n", "{$absent}.ts", "{$absent}.ts"),
    ])
    func `on a line of its own`(_ tags: String, _ uri: String, _ given: String) throws {
        var versions = try MappedVersions(at: "https://cdn.example/show/v/index.m3u8")
        let version = try versions.take("#EXTM3U\n\(tags)\(uri)\r\n")
        #expect(try #require(version).text == "#EXTM3U\n\(tags)\(given)\r\n")
    }
}
