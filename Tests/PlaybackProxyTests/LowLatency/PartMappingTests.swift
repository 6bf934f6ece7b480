import Engine
import Manifests
import Primitives
import SwarmCore
import Testing

@testable import PlaybackProxy

@Suite struct PartMappingTests {
    private static func map(_ text: String) throws -> MappedVersion {
        var versions = try MappedVersions(at: "https://cdn.example/show/v/media.m3u8")
        return try #require(try versions.take(text))
    }

    private static let head = """
        #EXTM3U
        #EXT-X-TARGETDURATION:2
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12
        #EXT-X-PART-INF:PART-TARGET=1
        #EXT-X-MEDIA-SEQUENCE:7

        """

    private static func number(_ segment: UInt64, _ index: Int) -> UInt64 {
        PartNumber(segment: segment, index: index)?.value ?? 0
    }

    @Test func `parts are a track of their own, and a hint is the part that it will be`() throws {
        let mapping = try Self.map(
            Self.head + """
                #EXT-X-PART:DURATION=1,URI="p7.0.m4s"
                #EXT-X-PART:DURATION=1,GAP=YES,URI="p7.1.m4s"
                #EXTINF:2,
                s7.m4s
                #EXT-X-PART:DURATION=1,URI="p8.0.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p8.1.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init.mp4"
                #EXT-X-RENDITION-REPORT:URI="../w/media.m3u8"
                """)
        let track = try #require(mapping.track)
        let parts = try #require(mapping.change.parts)
        #expect(track.id != parts.id && parts.isLive)
        #expect(track.segments.map(\.number) == [7])
        #expect(
            parts.segments.map(\.number)
                == [Self.number(7, 0), Self.number(8, 0), Self.number(8, 1)])
        #expect(parts.segments.map(\.kind) == [.part, .part, .hint])
        #expect(parts.segments.map(\.start) == [.zero, .seconds(2), .seconds(3)])
        let text = mapping.text
        for line in [
            "URI=\"/segment/\(Self.number(7, 0))\"",
            "GAP=YES,URI=\"/file/show/v/p7.1.m4s\"", "\n/segment/7\n",
            "TYPE=PART,URI=\"/segment/\(Self.number(8, 1))\"",
            "TYPE=MAP,URI=\"/file/show/v/init.mp4\"",
            "REPORT:URI=\"/playlist/show/w/media.m3u8\"",
        ] { #expect(text.contains(line), "\(line)\n\(text)") }
    }

    @Test func `R17: a part that was hinted at keeps name and key when it is listed`() throws {
        var versions = try MappedVersions(at: "https://cdn.example/show/v/media.m3u8")
        let hinted = try #require(
            try versions.take(
                Self.head + """
                    #EXT-X-PART:DURATION=1,URI="p7.0.m4s"
                    #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p7.1.m4s"
                    """))
        let listed = try #require(
            try versions.take(
                Self.head + """
                    #EXT-X-PART:DURATION=1,URI="p7.0.m4s"
                    #EXT-X-PART:DURATION=0.9,URI="p7.1.m4s"
                    """))
        #expect(hinted.change.added == listed.change.added && hinted.change.added.count == 2)
        let keys = [hinted, listed].map { $0.change.parts?.segments.last?.key }
        #expect(keys[0] == keys[1] && keys[0] != nil)
    }

    @Test func `ranges of one file are parts, and a hint without an end is only passed on`() throws
    {
        let mapping = try Self.map(
            Self.head + """
                #EXT-X-PART:DURATION=1,URI="s7.m4s",BYTERANGE="100@0"
                #EXT-X-PART:DURATION=1,URI="s7.m4s",BYTERANGE="50@100"
                #EXTINF:2,
                s7.m4s
                #EXT-X-PART:DURATION=1,URI="s8.m4s",BYTERANGE="80@0"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="s8.m4s",BYTERANGE-START=80
                """)
        let parts = try #require(mapping.change.parts)
        #expect(parts.segments.map(\.byteRange) == [0..<100, 100..<150, 0..<80])
        let uri = try #require(ResolvedURI("https://cdn.example/show/v/s7.m4s"))
        #expect(
            mapping.mapping.partFiles[.segmentedFile(parts.id, uri)] == [
                0..<100: SegmentID(track: parts.id, number: Self.number(7, 0)),
                100..<150: SegmentID(track: parts.id, number: Self.number(7, 1)),
            ])
        let text = mapping.text
        #expect(text.contains("HINT:TYPE=PART,URI=\"/parts/show/v/s8.m4s\",BYTERANGE-START=80"))
        #expect(text.contains("\n/segment/7\n"))
    }

    @Test func `what is left of a segment's parts cannot be counted`() throws {
        let mapping = try Self.map(
            Self.head + """
                #EXT-X-PART:DURATION=1,URI="p7.1.m4s"
                #EXTINF:2,
                s7.m4s
                #EXT-X-PART:DURATION=1,URI="p8.0.m4s"
                """)
        #expect(mapping.change.parts?.segments.map(\.number) == [Self.number(8, 0)])
        #expect(
            mapping.text.contains("/file/show/v/p7.1.m4s"))
    }

    @Test func `of a playlist without parts nothing is said about any`() throws {
        #expect(try Self.map("#EXTM3U\n#EXTINF:2,\na.ts\n").change.parts == nil)
    }
}
