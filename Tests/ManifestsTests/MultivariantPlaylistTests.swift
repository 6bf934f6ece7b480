import Testing

@testable import Manifests

@Suite struct MultivariantPlaylistTests {
    private func parse(
        _ text: String, from base: String = "https://h/a/m.m3u8", importing: HLSVariables = .none
    ) throws -> HLSPlaylist {
        let base = try #require(ResolvedURI(base))
        return try #require(HLSPlaylist.parse(Array(text.utf8), from: base, importing: importing))
    }

    private func uris(_ playlist: HLSPlaylist) -> [String?] {
        playlist.references.map { playlist.resolved($0)?.text }
    }

    @Test func `variants and renditions are read`() throws {
        let playlist = try parse(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a,1",NAME="English, US",LANGUAGE="en",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000 , AVERAGE-BANDWIDTH=1800000,RESOLUTION=1280x720,\
            CODECS="avc1,mp4a",AUDIO="a,1"
            # a comment
            720/v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:URI="720/i.m3u8",BANDWIDTH=100
            #EXT-X-IMAGE-STREAM-INF:URI="720/t.m3u8",BANDWIDTH=10
            nobody.m3u8
            """)
        let multivariant = try #require(playlist.multivariant)
        #expect(
            multivariant.variants.map(\.reference.role) == [
                .variant, .iFrameVariant, .imageVariant,
            ])
        let first = try #require(multivariant.variants.first)
        #expect(first.bandwidth == 2_000_000)
        #expect(first.averageBandwidth == 1_800_000)
        #expect(first.resolution == HLSVariant.Resolution(width: 1280, height: 720))
        #expect(first.codecs == "avc1,mp4a")
        #expect(first.audioGroup == "a,1")
        #expect(multivariant.renditions.map(\.type) == ["AUDIO", "CLOSED-CAPTIONS"])
        #expect(multivariant.renditions.map { $0.reference == nil } == [false, true])
        #expect(
            uris(playlist) == [
                "https://h/a/en.m3u8", "https://h/a/720/v.m3u8", "https://h/a/720/i.m3u8",
                "https://h/a/720/t.m3u8",
            ])
    }

    @Test func `keys, data, steering and interstitials have their roles`() throws {
        let multivariant = try parse(
            """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="d",URI="d.json"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,KEYFORMAT="com.widevine",URI="lic"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="A"
            """)
        #expect(multivariant.references.map(\.role) == [.sessionData, .licence, .steering])
        let media = try parse(
            """
            #EXTM3U
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-KEY:METHOD=AES-128,URI="k2",KEYFORMAT="identity"
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-DATERANGE:ID="1",X-ASSET-LIST="l.json",X-ASSET-URI="ad.m3u8",X-OTHER="u"
            #EXT-X-DATERANGE:ID="broken
            #EXTINF:1
            s.ts
            """)
        #expect(
            media.references.map(\.role)
                == [.key, .key, .interstitialList, .interstitial, .segment])
    }

    @Test func `only HTTP is offered, and nothing else changes`() throws {
        let text = """
            #EXTM3U
            #EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key/../x"
            #EXT-X-UNKNOWN:URI="left.ts"
            #EXT-X-MAP:URI=unquoted.mp4 , BYTERANGE="5@0"
            #EXTINF:1,title {$x}, "quoted"
            {$missing}/s.ts
            #EXTINF:1
            #EXTINF:1
            urn:uuid:1
            #EXTINF:1
            HTTP://H/../s.ts
            """
        let playlist = try parse(text)
        var offered: [String] = []
        let rewritten = playlist.rewriting { _, uri in
            offered.append(uri.text)
            return "/m/\(offered.count)"
        }
        #expect(offered == ["https://h/a/unquoted.mp4", "HTTP://H/s.ts"])
        #expect(
            String(decoding: rewritten, as: UTF8.self)
                == text.replacing("unquoted.mp4", with: "/m/1")
                .replacing("HTTP://H/../s.ts", with: "/m/2"))
        #expect(playlist.rewriting { _, _ in nil } == Array(text.utf8))
    }

    @Test func `variables come from the text, the address and the parent`() throws {
        let parent = try parse(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1
            {$late}/v.m3u8
            #EXT-X-DEFINE:NAME="late",VALUE="x"
            #EXT-X-DEFINE:NAME="host",VALUE="cdn.test"
            #EXT-X-DEFINE:NAME="path",VALUE="{$host}/{$late}"
            #EXT-X-DEFINE:QUERYPARAM="tok"
            #EXT-X-DEFINE:QUERYPARAM="absent"
            #EXT-X-MEDIA:TYPE=AUDIO,URI="https://{$path}/a.m3u8?{$tok}"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            https://{$host}/{$absent}/v.m3u8
            """, from: "https://h/m.m3u8?a=1&t%6Fk=a%2Fb&tok=2")
        #expect(uris(parent) == [nil, "https://cdn.test/x/a.m3u8?a/b", nil])
        let child = try parse(
            """
            #EXTM3U
            #EXT-X-DEFINE:IMPORT="host"
            #EXT-X-DEFINE:IMPORT="unknown"
            #EXT-X-DEFINE:NAME="range",VALUE="7@3"
            #EXT-X-MAP:URI="{$host}.mp4",BYTERANGE="{$range}"
            #EXTINF:1
            {$host}/{$}/{$range
            """, importing: parent.variables)
        #expect(uris(child) == ["https://h/a/cdn.test.mp4", "https://h/a/cdn.test/{$}/{$range"])
        #expect(child.media?.initSegments.first?.byteRange == ByteRange(offset: 3, length: 7))
    }

    @Test func `a variable does not multiply`() throws {
        let value = String(repeating: "x", count: 10_000)
        let playlist = try parse(
            """
            #EXTM3U
            #EXT-X-DEFINE:NAME="v",VALUE="\(value)"
            #EXTINF:1
            {$v}
            #EXTINF:1
            \(String(repeating: "{$v}", count: 100_000))
            """)
        #expect(uris(playlist) == ["https://h/a/" + value, nil])
    }

    @Test func `every role has its treatment`() {
        for role in HLSRole.allCases {
            let isShared = [.segment, .initSegment, .part, .preloadHint].contains(role)
            #expect((role.treatment == .media) == isShared)
        }
    }
}
