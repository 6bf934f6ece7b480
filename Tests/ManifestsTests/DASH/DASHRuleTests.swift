import Testing

@testable import Manifests

/// The rules that other proxies' and players' bugs taught: `players-and-proxies.md`, 4.
@Suite struct DASHRuleTests {
    private static let template =
        "<SegmentTemplate duration=\"5\" media=\"$Number$.m4s\" initialization=\"init.mp4\"/>"

    @Test func `B40: base URLs are resolved level by level`() throws {
        let mpd = try MPD(
            """
            <MPD mediaPresentationDuration="PT10S"><BaseURL>../two/</BaseURL>
            <Period><BaseURL>p/</BaseURL><AdaptationSet><BaseURL>../a/</BaseURL>
            <Representation id="v"><BaseURL>v/</BaseURL>\(Self.template)</Representation>
            <Representation id="w"><BaseURL>//cdn.test/w/</BaseURL>\(Self.template)</Representation>
            <Representation id="x"><BaseURL>/x/</BaseURL>\(Self.template)</Representation>
            </AdaptationSet></Period></MPD>
            """)
        let bases = mpd.manifest.representations.map { $0.bases.map(\.text) }
        #expect(
            bases == [
                ["http://origin.test/shows/two/a/v/"], ["http://cdn.test/w/"],
                ["http://origin.test/x/"],
            ])
        // What is above the MPD, or rooted, has a path of ours; the rest stays and leads there.
        #expect(mpd.rewritten.contains("<BaseURL>/s/T/m1/shows/two/</BaseURL>"))
        #expect(mpd.rewritten.contains("<BaseURL>p/</BaseURL>"))
        #expect(mpd.rewritten.contains("<BaseURL>../a/</BaseURL>"))
        #expect(mpd.rewritten.contains("<BaseURL>/s/T/m2/w/</BaseURL>"))
        #expect(mpd.rewritten.contains("<BaseURL>/s/T/m1/x/</BaseURL>"))
    }

    @Test func `B41: what is repeated without end goes on to the next, the period's end or now`()
        throws
    {
        func timeline(_ runs: String, _ mpd: String) throws -> MPD {
            try MPD(
                of:
                    "<SegmentTemplate timescale=\"10\" media=\"$Time$.m4s\"><SegmentTimeline>\(runs)"
                    + "</SegmentTimeline></SegmentTemplate>", mpd: mpd)
        }
        let whole = try timeline(
            "<S t=\"0\" d=\"20\" r=\"-1\"/>", "mediaPresentationDuration=\"PT10S\"")
        #expect(whole.uris().count == 5)
        #expect(whole.uris().last == "http://origin.test/shows/one/80.m4s")
        let next = try timeline(
            "<S t=\"0\" d=\"20\" r=\"-1\"/><S t=\"60\" d=\"10\" r=\"-1\"/>",
            "mediaPresentationDuration=\"PT8S\"")
        #expect(
            next.uris().map { $0.dropFirst(29) } == [
                "0.m4s", "20.m4s", "40.m4s", "60.m4s", "70.m4s",
            ])
        let live = try timeline(
            "<S t=\"0\" d=\"20\" r=\"-1\"/>",
            "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"")
        #expect(live.uris(at: .seconds(7)).count == 3)
        #expect(live.uris(at: .seconds(8)).count == 4)
    }

    @Test(arguments: [
        ("$Number$", "7"), ("$Number%d$", "7"), ("$Number%01d$", "7"), ("$Number%05d$", "00007"),
        ("$Number%09d$", "000000007"), ("$Number%064d$", String(repeating: "0", count: 63) + "7"),
        ("$Number%04x$", "0007"), ("$$$Number$$$", "$7$"), ("$Bandwidth$-$Number$", "800000-7"),
        ("$Bandwidth%09d$/$Number$", "000800000/7"), ("$RepresentationID$_$Number$", "v1_7"),
        ("$Number$?a=$Number%03d$", "7?a=007"), ("é-$Number$", "%C3%A9-7"),
        ("%20$Number$", "%207"), ("$Number$$Time$", "712"),
    ])
    func `B42: templates have every width, dollar signs, bandwidth and name`(
        _ media: String, _ expected: String
    ) throws {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"2\" startNumber=\"1\" media=\"\(media).m4s\"/>",
            mpd: "mediaPresentationDuration=\"PT20S\"")
        let uris = mpd.uris()
        #expect(uris.count == 10)
        #expect(uris[6] == "http://origin.test/shows/one/\(expected).m4s")
        // And back: whatever the player makes of it is known as the seventh.
        let uri = try #require(ResolvedURI(uris[6]))
        guard case .segment(let segment, _, _)? = DASHDirectory(mpd.manifest).entry(at: uri) else {
            Issue.record("\(uris[6]) is not known")
            return
        }
        #expect(segment.number == 7)
    }

    @Test(arguments: [
        "$Number", "$Number%5d$", "$Number%0xd$", "$Number%s$", "$SubNumber$", "$Number%065d$",
        "$other$$Number$", "seg.m4s",
    ])
    func `B42: a template that is not understood stays the player's`(_ media: String) throws {
        let mpd = try MPD(of: "<SegmentTemplate duration=\"2\" media=\"\(media)\"/>")
        #expect(mpd.uris().isEmpty)
        #expect(mpd.rewritten.contains("media=\"\(media)\""))
    }

    @Test func `B43: the player refreshes where it is told to, through us`() throws {
        let mpd = try MPD(
            """
            <MPD type="dynamic"><Location>http://other.test/live/now.mpd?a=1&amp;b=2</Location>
            <Location> later.mpd </Location><PatchLocation ttl="60">/patch.mpp?x</PatchLocation>
            <Location>urn:none</Location>
            <Period id="1"><AdaptationSet><Representation id="v1">\(Self.template)
            </Representation></AdaptationSet></Period></MPD>
            """)
        #expect(mpd.rewritten.contains("<Location>\(MPD.local)/s/T/mpd/now.mpd</Location>"))
        #expect(mpd.rewritten.contains("<Location> /s/T/mpd/later.mpd </Location>"))
        #expect(mpd.rewritten.contains("<PatchLocation ttl=\"60\">/s/T/patch/patch.mpp</Patch"))
        #expect(mpd.rewritten.contains("<Location>urn:none</Location>"))
        // It is no base of anything.
        #expect(
            mpd.manifest.representations[0].bases.map(\.text)
                == ["http://origin.test/shows/one/manifest.mpd"])
    }

    @Test func `R14 and B33: what answered after redirects is the base`() throws {
        let mpd = try MPD(
            "<MPD mediaPresentationDuration=\"PT5S\"><Period><AdaptationSet>"
                + "<Representation id=\"v1\">\(Self.template)</Representation></AdaptationSet>"
                + "</Period></MPD>", from: "https://edge7.cdn.test/x/y/m.mpd?t=1")
        #expect(mpd.uris() == ["https://edge7.cdn.test/x/y/1.m4s"])
    }

    @Test func `R15: what the player asks for ends in the origin's own name`() throws {
        let mpd = try MPD(
            of:
                "<SegmentTemplate duration=\"5\" media=\"https://cdn.test/$RepresentationID$/$Number%05d$.m4s?t=$Number$\"/>"
        )
        #expect(
            mpd.rewritten.contains(
                "media=\"\(MPD.local)/s/T/m2/$RepresentationID$/$Number%05d$.m4s?t=$Number$\""))
    }

    @Test func `R23: what is no plain URL is left alone`() throws {
        let text = """
            <MPD mediaPresentationDuration="PT5S"><BaseURL>urn:x:y</BaseURL>
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2020-01-01T00:00:00Z"/>
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://time.test/"/>
            <Period xlink:href="urn:mpeg:dash:resolve-to-zero:2013" xmlns:xlink="http://www.w3.org/1999/xlink">
            <AdaptationSet xlink:href="https://ads.test/set.xml"><ContentProtection schemeIdUri="urn:uuid:1">
            <dashif:laurl xmlns:dashif="https://dashif.org/">https://drm.test/licence</dashif:laurl>
            </ContentProtection><Representation id="a">
            <SegmentTemplate media="data:video/mp4;base64,AA" initialization="data:video/mp4;base64,$Number$"/>
            </Representation></AdaptationSet></Period></MPD>
            """
        #expect(try MPD(text).rewritten == text)
    }
}
