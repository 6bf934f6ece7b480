import Testing

@testable import Manifests

/// Which segments a representation has, when, and by which numbers.
@Suite struct DASHSegmentTests {
    private static func window(_ first: Int, count: Int, startNumber: Int? = nil) -> String {
        let number = startNumber.map { " startNumber=\"\($0)\"" } ?? ""
        let name = startNumber == nil ? "$Time$" : "$Number$"
        return
            "<SegmentTemplate timescale=\"90000\" media=\"\(name).m4s\"\(number)><SegmentTimeline>"
            + "<S t=\"\(first * 180_000)\" d=\"180000\" r=\"\(count - 1)\"/>"
            + "</SegmentTimeline></SegmentTemplate>"
    }

    private static let live = "type=\"dynamic\" availabilityStartTime=\"2020-01-01T00:00:00Z\""

    @Test func `viewers with different windows agree on the numbers of segments named by time`()
        throws
    {
        let early = try MPD(of: Self.window(800_000_000, count: 30), mpd: Self.live)
        let late = try MPD(of: Self.window(800_000_020, count: 45), mpd: Self.live)
        let one = Dictionary(uniqueKeysWithValues: zip(early.uris(), early.numbers()))
        let two = Dictionary(uniqueKeysWithValues: zip(late.uris(), late.numbers()))
        let common = Set(one.keys).intersection(two.keys)
        #expect(common.count == 10)
        for uri in common { #expect(one[uri] == two[uri]) }
        #expect(
            early.identities == late.identities)
        #expect(Set(early.numbers()).count == 30)
        #expect(early.numbers() == early.numbers().sorted())
    }

    @Test func `numbers are the MPD's own where it has some`() throws {
        let mpd = try MPD(of: Self.window(7, count: 3, startNumber: 41), mpd: Self.live)
        #expect(mpd.numbers() == [41, 42, 43])
    }

    @Test(arguments: [
        (0.5, 0.6), (0.96, 1.04), (1.8, 2.2), (1.984, 2.006), (2.9, 3.2), (3.84, 4.096),
        (5.7, 6.4), (8.0, 10.0),
    ])
    func `lengths that vary a little have one kind of slot, and each segment its own`(
        _ short: Double, _ long: Double
    ) {
        let one = DASHTemplateMedia.slotExponent(for: .seconds(short))
        #expect(one == DASHTemplateMedia.slotExponent(for: .seconds(long)))
        let slot = one >= 0 ? Double(1 << one) : 1 / Double(1 << -one)
        #expect(slot * 2.8 < short && long < slot * 5.7)
    }

    @Test func `of two segments that begin in one slot the second has no number`() throws {
        let mpd = try MPD(
            of: "<SegmentTemplate timescale=\"10\" media=\"$Time$.m4s\"><SegmentTimeline>"
                + "<S t=\"0\" d=\"20\" r=\"4\"/><S d=\"1\"/><S d=\"20\"/></SegmentTimeline>"
                + "</SegmentTemplate>")
        #expect(mpd.numbers() == [0, 4, 8, 12, 16, 20])
    }

    @Test
    func `segments of one length are there for as long as the window, and once they are whole`()
        throws
    {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"2\" startNumber=\"0\" media=\"$Number$.m4s\"/>",
            mpd: "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:10Z\""
                + " timeShiftBufferDepth=\"PT10S\"")
        #expect(mpd.numbers(at: .seconds(11)).isEmpty)
        #expect(mpd.numbers(at: .seconds(13)) == [0])
        #expect(mpd.numbers(at: .seconds(1_010)) == Array(493...499))
        #expect(mpd.numbers().isEmpty)
    }

    @Test func `a player that asks for more knows better than the clock`() throws {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"2\" media=\"$Number$.m4s\"/>",
            mpd: "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"")
        let uri = try #require(ResolvedURI("http://origin.test/shows/one/50.m4s"))
        guard case .segment(let asked, _, _)? = DASHDirectory(mpd.manifest).entry(at: uri) else {
            Issue.record("not known")
            return
        }
        let representation = mpd.manifest.representations[0]
        for now in [nil, Duration.zero, .seconds(90)] {
            #expect(representation.segments(at: now, asked: asked).last?.number == 50)
        }
        #expect(representation.segments(at: .seconds(110), asked: asked).last?.number == 55)
    }

    @Test func `chunked segments are there as much earlier as the MPD says`() throws {
        let mpd = try MPD(
            of:
                "<SegmentTemplate duration=\"4\" availabilityTimeOffset=\"3.5\" media=\"$Number$.m4s\"/>",
            mpd: "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"")
        #expect(mpd.numbers(at: .seconds(8)).last == 2)
        #expect(mpd.numbers(at: .milliseconds(8_500)).last == 3)
    }

    @Test func `periods follow each other, and what the outer levels say holds inside`() throws {
        let mpd = try MPD(
            """
            <MPD mediaPresentationDuration="PT20S"><Period duration="PT12S">
            <SegmentTemplate timescale="10" startNumber="5"/>
            <AdaptationSet><SegmentTemplate duration="40" media="$RepresentationID$/$Number$.m4s"/>
            <Representation id="a"/><Representation id="b"><SegmentTemplate duration="60"/></Representation>
            </AdaptationSet></Period><Period><AdaptationSet><Representation id="a">
            <SegmentTemplate timescale="10" startNumber="8" duration="40" media="$RepresentationID$/$Number$.m4s"/>
            </Representation></AdaptationSet></Period></MPD>
            """)
        let representations = mpd.manifest.representations
        let segments = representations.map { $0.segments(at: nil) }
        #expect(segments.map { $0.map(\.number) } == [[5, 6, 7], [5, 6], [8, 9]])
        #expect(segments[2].map(\.start) == [.seconds(12), .seconds(16)])
        // The template is the same, and so is the track: it goes on over both periods.
        #expect(mpd.identities[0] == mpd.identities[2])
        #expect(mpd.identities[0] != mpd.identities[1])
    }

    @Test func `a track is the same for viewers with other tokens, hosts and locations`() throws {
        let media =
            "<SegmentTemplate duration=\"2\" media=\"$RepresentationID$/$Number$.m4s?token=%\"/>"
        let one = try MPD(
            of: media.replacing("%", with: "1"), bases: "<BaseURL>http://a.test/x/</BaseURL>")
        let two = try MPD(
            of: media.replacing("%", with: "2"), bases: "<BaseURL>http://b.test/x/</BaseURL>")
        #expect(
            one.identities == two.identities)
    }

    @Test func `lists have segments, ranges and an order`() throws {
        let list = try MPD(
            of:
                "<SegmentList duration=\"2\"><SegmentURL media=\"a.m4s\"/><SegmentURL media=\"b.m4s\"/>"
                + "</SegmentList>")
        #expect(list.uris().map { $0.suffix(5) } == ["a.m4s", "b.m4s"])
        let ranges = try MPD(
            of:
                "<BaseURL>v.mp4</BaseURL><SegmentList duration=\"2\"><Initialization range=\"0-99\"/>"
                + "<SegmentURL mediaRange=\"100-199\"/><SegmentURL mediaRange=\"200-299\"/>"
                + "</SegmentList>")
        let file = try #require(ranges.manifest.representations[0].file)
        #expect(file.headLength == 100 && file.indexRange == nil)
        #expect(file.segments.map { $0.byteRange?.offset } == [100, 200])
        // Out of order, or without numbers in a list that moves, nothing is shared.
        let disorder = try MPD(
            of:
                "<BaseURL>v.mp4</BaseURL><SegmentList duration=\"2\"><SegmentURL mediaRange=\"200-299\"/>"
                + "<SegmentURL mediaRange=\"100-199\"/></SegmentList>")
        #expect(disorder.manifest.representations[0].file == nil)
        let moving = try MPD(
            of: "<SegmentList duration=\"2\"><SegmentURL media=\"a.m4s\"/></SegmentList>",
            mpd: Self.live)
        #expect(moving.uris().isEmpty)
    }

    @Test func `what is in the MPD is found, and nothing else`() throws {
        let mpd = try MPD(
            of: "<SegmentTemplate duration=\"2\" media=\"$RepresentationID$/$Number%03d$.m4s\""
                + " initialization=\"$RepresentationID$/i.mp4\"/>",
            bases: "<BaseURL>http://a.test/</BaseURL><BaseURL>http://b.test/c/</BaseURL>")
        let directory = DASHDirectory(mpd.manifest)
        func kind(_ uri: String) throws -> String {
            switch directory.entry(at: try #require(ResolvedURI(uri))) {
            case .segment(let segment, _, let base)?: "segment \(segment.number) at \(base)"
            case .file?: "file"
            case .other?: "other"
            case nil: "nothing"
            }
        }
        #expect(try kind("http://a.test/v1/003.m4s") == "segment 3 at 0")
        #expect(try kind("http://b.test/c/%761/003.m4s") == "segment 3 at 1")
        #expect(try kind("http://a.test/v1/i.mp4") == "other")
        #expect(try kind("http://b.test/c/v1/i.mp4") == "other")
        #expect(try kind("http://a.test/v1/3.m4s") == "nothing")
        #expect(try kind("http://a.test/v2/003.m4s") == "nothing")
        #expect(try kind("http://b.test/v1/003.m4s") == "nothing")
        #expect(try kind("http://a.test/v1/003.m4s?x") == "nothing")
        #expect(try kind("http://a.test/v1/x.m4s") == "nothing")
    }

    @Test(
        arguments: [
            (
                "<SegmentTemplate duration=\"2\" media=\"$Number$\""
                    + " initialization=\"$RepresentationID$-$$.mp4\"/>",
                "v1-$.mp4", nil
            ),
            (
                "<SegmentTemplate duration=\"2\" media=\"$Number$\" initialization=\"$Number$\"/>",
                nil, nil
            ),
            ("<SegmentTemplate duration=\"2\" media=\"$Number$.m4s\"/>", nil, nil),
            (
                "<SegmentList duration=\"2\"><Initialization sourceURL=\"i.mp4\" range=\"5-14\"/>"
                    + "<SegmentURL media=\"a\"/></SegmentList>",
                "i.mp4", ByteRange(offset: 5, length: 10)
            ),
            (
                "<SegmentList duration=\"2\"><Initialization range=\"0-14\"/>"
                    + "<SegmentURL media=\"a\"/></SegmentList>",
                "", ByteRange(offset: 0, length: 15)
            ),
            (
                "<SegmentBase indexRange=\"20-40\"><Initialization range=\"0-19\"/></SegmentBase>",
                nil, nil
            ),
        ] as [(String, String?, ByteRange?)])
    func `an initialization segment is where the MPD says, or in the head of its file`(
        _ content: String, _ name: String?, _ range: ByteRange?
    ) throws {
        let mpd = try MPD(of: content, bases: "<BaseURL>http://media.test/m/</BaseURL>")
        let segment = mpd.manifest.representations[0].initSegment
        #expect(segment?.uri.text == name.map { "http://media.test/m/\($0)" })
        #expect(segment?.byteRange == range)
    }
}
