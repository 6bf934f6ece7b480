import Testing

@testable import Manifests

/// URLs of media that say which MPD led to them.
@Suite struct DASHMarkTests {
    private static let mark = "shoal=YQ"

    private static func marked(_ mpd: MPD) -> String {
        String(
            decoding: mpd.manifest.rewriting(to: mpd.mirror, marking: mark) { _, uri in
                "/s/T/mpd/\(uri.lastPathComponent)"
            }, as: UTF8.self)
    }

    @Test func `templates and resources are marked, wherever they lead`() throws {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"5\" media=\"$Number$.m4s?a=1\""
                + " initialization=\"/init.mp4\"/>")
        let text = Self.marked(mpd)
        #expect(text.contains("media=\"$Number$.m4s?a=1&amp;shoal=YQ\""))
        #expect(text.contains("initialization=\"/s/T/m1/init.mp4?shoal=YQ\""))
        let list = try MPD(
            of: "<SegmentList duration=\"5\"><Initialization sourceURL=\"i.mp4\"/>"
                + "<SegmentURL media=\"1.m4s\"/><SegmentURL media=\"2.m4s\"/></SegmentList>")
        let listed = Self.marked(list)
        for name in ["i.mp4", "1.m4s", "2.m4s"] {
            #expect(listed.contains("\"\(name)?shoal=YQ\""))
        }
    }

    @Test func `a base is marked where it is a file, and not where something lies below`() throws {
        let file = try MPD(
            of: "<BaseURL>film.mp4</BaseURL><SegmentBase indexRange=\"100-200\"/>",
            bases: "<BaseURL>v/</BaseURL>")
        let text = Self.marked(file)
        #expect(text.contains("<BaseURL>film.mp4?shoal=YQ</BaseURL>"))
        #expect(text.contains("<BaseURL>v/</BaseURL>"))
        let folder = try MPD(
            of: "<SegmentTemplate duration=\"5\" media=\"$Number$.m4s\"/>",
            bases: "<BaseURL>v/x</BaseURL>")
        #expect(Self.marked(folder).contains("<BaseURL>v/x</BaseURL>"))
    }

    @Test func `what is nobody's here stays as it is, and nothing is marked unasked`() throws {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"5\" media=\"ftp://other.test/$Number$.m4s\"/>")
        #expect(Self.marked(mpd) == mpd.rewritten)
        #expect(!mpd.rewritten.contains("shoal="))
    }
}
