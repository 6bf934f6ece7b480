import Engine
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct PlaylistMappingTests {
    private static func map(
        _ text: String, at uri: String = "https://cdn.example/show/v/index.m3u8?t=1",
        keepingQueries: Bool = false
    ) throws -> MappedVersion {
        var versions = try MappedVersions(at: uri, keepingQueries: keepingQueries)
        let version = try versions.take(text)
        return try #require(version)
    }

    private static func text(_ version: MappedVersion) -> String { version.text }

    @Test
    func
        `R23, B5, B6, B7, B8: segments are ours, keys and init segments are the origin's, licences nobody's`()
        throws
    {
        let mapping = try Self.map(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="../key?x=1"
            #EXTINF:4.0,
            a.m4s
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:2.5,title
            https://other.example/b.m4s?sig=2
            #EXT-X-UNKNOWN:URI="c.m4s"
            #EXT-X-ENDLIST
            """)
        #expect(
            Self.text(mapping) == """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-MAP:URI="/file/show/v/init.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="/file/show/key"
                #EXTINF:4.0,
                /segment/7
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:2.5,title
                /segment/8
                #EXT-X-UNKNOWN:URI="c.m4s"
                #EXT-X-ENDLIST
                """)
        let track = try #require(mapping.track)
        #expect(!track.isLive)
        #expect(track.segments.map(\.number) == [7, 8])
        #expect(
            track.segments.map(\.url) == [
                "https://cdn.example/show/v/a.m4s", "https://other.example/b.m4s?sig=2",
            ])
        #expect(track.segments.map(\.start) == [.zero, .seconds(4)])
        #expect(track.segments.map(\.duration) == [.seconds(4), .milliseconds(2_500)])
        #expect(Set(mapping.change.added).count == 4)
    }

    @Test func `B36: a viewer's own token changes neither track nor keys`() throws {
        let text = "#EXTM3U\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        let one = try #require(
            try Self.map(text, at: "https://cdn.example/v.m3u8?token=1").track)
        let two = try #require(
            try Self.map(text, at: "https://cdn.example/v.m3u8?token=2").track)
        let other = try #require(try Self.map(text, at: "https://cdn.example/w.m3u8").track)
        #expect(one.id == two.id && one.id != other.id)
        #expect(one.segments.map(\.key) == two.segments.map(\.key))
    }

    @Test func `parts of one file are known by their ranges`() throws {
        let mapping = try Self.map(
            """
            #EXTM3U
            #EXTINF:2,
            #EXT-X-BYTERANGE:100@0
            all.ts
            #EXTINF:2,
            #EXT-X-BYTERANGE:50
            all.ts
            #EXTINF:2,
            #EXT-X-BYTERANGE:0@150
            all.ts
            #EXT-X-ENDLIST
            """)
        let track = try #require(mapping.track)
        #expect(track.segments.map(\.byteRange) == [0..<100, 100..<150])
        #expect(Set(track.segments.map(\.key)).count == 2)
        let uri = try #require(ResolvedURI("https://cdn.example/show/v/all.ts"))
        let file = Resource.segmentedFile(track.id, uri)
        #expect(
            mapping.mapping.files[file] == [
                0..<100: SegmentID(track: track.id, number: 0),
                100..<150: SegmentID(track: track.id, number: 1),
            ])
    }

    @Test func `a multivariant playlist names playlists and what they need`() throws {
        let mapping = try Self.map(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a/index.m3u8?x=1"
            #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,AUDIO="a"
            hi/index.m3u8?y=2
            #EXT-X-STREAM-INF:BANDWIDTH=300000,AUDIO="a"
            lo/index.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
            """, keepingQueries: true)
        #expect(mapping.track == nil)
        #expect(
            Self.text(mapping) == """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="/playlist/show/v/a/index.m3u8?x=1"
                #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,AUDIO="a"
                /playlist/show/v/hi/index.m3u8?y=2
                #EXT-X-STREAM-INF:BANDWIDTH=300000,AUDIO="a"
                /playlist/show/v/lo/index.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="/playlist/show/v/i.m3u8"
                """)
        let bitrates = Dictionary(
            uniqueKeysWithValues: mapping.mapping.bitrates.map { ($0.key.path, $0.value) })
        #expect(
            bitrates == [
                "/show/v/hi/index.m3u8": 700_000, "/show/v/lo/index.m3u8": 300_000,
                "/show/v/i.m3u8": 1,
            ])
        let families = Dictionary(
            uniqueKeysWithValues: mapping.mapping.families.map { ($0.key.path, $0.value) })
        #expect(
            families == [
                "/show/v/a/index.m3u8": .audio, "/show/v/hi/index.m3u8": .main,
                "/show/v/lo/index.m3u8": .main, "/show/v/i.m3u8": .previews,
            ])
    }

    @Test func `a gap is not asked for, and a growing playlist is live`() throws {
        let mapping = try Self.map(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n#EXT-X-GAP\na.ts\n#EXTINF:2,\nb.ts\n")
        let track = try #require(mapping.track)
        #expect(track.isLive)
        #expect(track.segments.map(\.number) == [1])
    }
}
