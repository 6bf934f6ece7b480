import Engine
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

/// How proxies have broken playlists, by public reports: each test names its rule.
@Suite struct RewritingReportTests {
    private static let master = "https://cdn.example/show/v/index.m3u8"

    /// The playlist as the player is given it, where a path says what it stands for.
    private func given(_ text: String, at uri: String = master) throws -> String {
        var versions = try MappedVersions(at: uri)
        let version = try versions.take(text)
        return try #require(version).text
    }

    /// The URIs that stand in the places of `names` in a playlist at `uri`.
    private func resources(_ text: String, at uri: String = master) throws -> Set<String> {
        var versions = try MappedVersions(at: uri)
        _ = try versions.take(text)
        return Set(versions.resources.keys.map(\.uri.text))
    }

    @Test func `B2: tokens stay as they are written, and keys of other schemes are left alone`()
        throws
    {
        let token = "?t=exp=1700000000~acl=/x/*~hmac=0a%2Fb&d=a+b"
        let text = """
            #EXTM3U
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k/1",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"
            #EXTINF:2,
            s.ts\(token)

            """
        #expect(try resources(text) == ["https://cdn.example/show/v/s.ts\(token)"])
        let given = try given(text)
        #expect(given.contains("URI=\"skd://k/1\""))
        #expect(given.contains("URI=\"data:text/plain;base64,AAAA\""))
    }

    @Test func `B4: what the player is given has no host that it could fail to reach`() throws {
        let given = try given(
            "#EXTM3U\n#EXT-X-MAP:URI=\"https://inner.lan/i.mp4\"\n#EXTINF:2,\n//other/s.ts\n")
        #expect(!given.contains("://") && !given.contains("//other"))
    }

    @Test func `B5, B6, B7, B11: every URI attribute is rewritten`() throws {
        let given = try given(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="audio.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="n",INSTREAM-ID="CC1"
            #EXT-X-SESSION-DATA:DATA-ID="x",URI="data.json"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="session.key"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            video.m3u8

            """)
        for path in [
            "/playlist/show/v/audio.m3u8", "/file/show/v/data.json", "/file/show/v/session.key",
            "/playlist/show/v/frames.m3u8", "/playlist/show/v/video.m3u8",
        ] { #expect(given.contains(path), "\(path)") }
        #expect(given.contains("INSTREAM-ID=\"CC1\"\n"))
        let media = try self.given(
            """
            #EXTM3U
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1
            #EXT-X-PART:DURATION=1,URI="part.mp4"
            #EXTINF:2,
            s.mp4
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.mp4"
            #EXT-X-RENDITION-REPORT:URI="../w/index.m3u8"

            """)
        for name in ["init.mp4", "k", "part.mp4", "next.mp4", "../w/index.m3u8"] {
            #expect(!media.contains("\"\(name)\""), "\(name) is left to be asked of the proxy")
        }
        #expect(media.split(separator: "URI=\"/").count == 6)
    }

    @Test func `B8: every tag is passed through where it stands, MAP and discontinuity too`()
        throws
    {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-DISCONTINUITY-SEQUENCE:3
            #EXT-X-MAP:URI="/file/show/v/a.mp4"
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.5+01:00
            #EXTINF:2,
            /segment/7
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="/file/show/v/b.mp4",BYTERANGE="720@0"
            #EXT-X-VENDOR-TAG:URI="x"
            #EXTINF:2,
            /segment/8

            """
        let original = text.replacing("/file/show/v/", with: "").replacing("/segment/", with: "s")
        #expect(try given(original) == text)
    }

    @Test func `B9: each URI is resolved against its own playlist, whatever others say`() throws {
        #expect(
            try resources(
                """
                #EXTM3U
                #EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/a/k"
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2,
                https://media.example/b/s.mp4

                """) == [
                    "https://keys.example/a/k", "https://cdn.example/show/v/init.mp4",
                    "https://media.example/b/s.mp4",
                ])
    }

    @Test func `B10: names have no say in what is a playlist, and roots are the host's`() throws {
        #expect(
            try resources("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/live/hi?id=1\n")
                == ["https://cdn.example/live/hi?id=1"])
        #expect(
            try resources(
                "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"/storage/enc.key\"\n#EXTINF:1,\ns")
                == ["https://cdn.example/storage/enc.key", "https://cdn.example/show/v/s"])
        #expect(
            ContentTypeRule.manifest(
                contentType: "text/plain", firstBytes: Array("#EXTM3U\n".utf8)) == .hls)
    }

    @Test(arguments: [
        ("s000.ts?t=1", "s000.ts"), ("a%20b.m4s", "a%20b.m4s"),
        ("http%3A%2F%2Fc%2Fs.ts", "http%3A%2F%2Fc%2Fs.ts"),
        ("seg", "seg"), ("picture.jpg", "picture.jpg"), ("style.css", "style.css"),
    ])
    func `B12, B13, B14: a path ends in the origin's own name`(_ uri: String, _ name: String)
        throws
    {
        let base = try #require(ResolvedURI(Self.master))
        let resolved = try #require(base.resolving(uri))
        let path = ProxyPath(token: Redacted(.zero), id: "1", originPath: resolved.path)
        #expect(path.text.hasSuffix("/\(name)"))
    }

    @Test func `B13: each segment keeps its own type and its own MAP`() throws {
        #expect(MediaType.ofSegment(named: "a.ts") != MediaType.ofSegment(named: "a.m4s"))
        let given = try given(
            "#EXTM3U\n#EXT-X-MAP:URI=\"a\"\n#EXTINF:1,\n1.mp4\n#EXT-X-MAP:URI=\"b\"\n#EXTINF:1,\n2.mp4\n"
        )
        #expect(
            given == "#EXTM3U\n#EXT-X-MAP:URI=\"/file/show/v/a\"\n#EXTINF:1,\n/segment/0\n"
                + "#EXT-X-MAP:URI=\"/file/show/v/b\"\n#EXTINF:1,\n/segment/1\n")
    }

    @Test func `B30: a query goes no further than RFC 3986 takes it`() throws {
        #expect(
            try resources(
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n", at: Self.master + "?user=1")
                == ["https://cdn.example/show/v/low.m3u8"])
        #expect(
            try resources("#EXTM3U\n#EXTINF:1,\n?n=2\n", at: Self.master + "?n=1")
                == [Self.master + "?n=2"])
    }

    @Test func `sequence numbers, keys and IVs are never renumbered (hlsdl#6, unshackle#115)`()
        throws
    {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:2147483650
            #EXT-X-DISCONTINUITY-SEQUENCE:41
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:2,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
            #EXTINF:2,
            b.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            c.ts

            """
        let given = try given(text)
        let tags = { (text: String) in
            text.split(separator: "\n").filter { $0.hasPrefix("#") }.map {
                $0.replacing("/file/show/v/", with: "")
            }
        }
        #expect(tags(given) == tags(text))
        #expect(given.contains("/segment/2147483650\n") && given.contains("/segment/2147483652\n"))
    }

    @Test func `a byte order mark and CRLF stay (N_m3u8DL-RE#866, java-m3u8-parser#2)`() throws {
        let given = try given("\u{feff}#EXTM3U\r\n#EXTINF:1,\r\na.ts\r\n")
        #expect(Array(given.utf8) == Array("\u{feff}#EXTM3U\r\n#EXTINF:1,\r\n/segment/0\r\n".utf8))
    }

    @Test func `IPv6 hosts keep their brackets (rtp2httpd#517, dusty#167)`() throws {
        #expect(
            try resources(
                "#EXTM3U\n#EXTINF:1,\na.ts\n#EXTINF:1,\nhttp://[2001:db8::2]/b.ts\n",
                at: "http://[2001:DB8::1]:8080/v/p.m3u8")
                == ["http://[2001:DB8::1]:8080/v/a.ts", "http://[2001:db8::2]/b.ts"])
    }
}
