import Testing

@testable import Manifests

/// Documents that are made to do harm: each is passed on as it is, or read in no time.
@Suite(.timeLimit(.minutes(1))) struct DASHAttackTests {
    private static let head = "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">"

    private func parse(_ text: String) throws -> DASHManifest? {
        let base = try #require(ResolvedURI("http://h/a/m.mpd"))
        let source = Array(text.utf8)
        let manifest = DASHManifest.parse(source, from: base)
        if let manifest {
            #expect(manifest.rewriting { _ in nil } == source)
            for representation in manifest.representations {
                #expect(representation.segments(at: .seconds(1_700_000_000)).count <= 100_000)
            }
        }
        return manifest
    }

    @Test(arguments: [
        // Billions of laughs
        "<!DOCTYPE MPD [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;\">]>"
            + "<MPD><BaseURL>&c;</BaseURL></MPD>",
        // What is outside
        "<!DOCTYPE MPD [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><MPD><BaseURL>&x;</BaseURL></MPD>",
        "<!DOCTYPE MPD SYSTEM \"http://h/x.dtd\"><MPD/>",
        "<MPD><BaseURL>&undefined;</BaseURL></MPD>",
        "<MPD>", "", "<", "<MPD/><MPD/>", "<html><MPD/></html>", "\u{0}<MPD/>",
        "<MPD a='1' a='2'/>",
    ])
    func `a document that declares entities, or is none, is not read`(_ text: String) throws {
        #expect(try parse(text) == nil)
    }

    @Test func `wide characters are not read, since what is put in would not fit`() throws {
        let base = try #require(ResolvedURI("http://h/a/m.mpd"))
        for bytes in [Array("\u{feff}<MPD/>".utf16), Array("<MPD/>".utf16)] {
            let big = bytes.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            let little = bytes.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
            #expect(DASHManifest.parse(big, from: base) == nil)
            #expect(DASHManifest.parse(little, from: base) == nil)
        }
    }

    @Test(arguments: [
        ("<x>", 50_000), ("<BaseURL>a/</BaseURL>", 10_000), ("<Period/>", 15_000),
        ("<Period><AdaptationSet><Representation/></AdaptationSet></Period>", 4_000),
        ("<BaseURL>http://h$/a</BaseURL>", 10_000), ("<Location>/x</Location>", 10_000),
        ("<BaseURL>", 50_000), ("<!-- -->", 50_000), ("<a b='&amp;&lt;'/>", 50_000),
        ("<UTCTiming schemeIdUri='urn:mpeg:dash:utc:http-iso:2014' value='../../../t'/>", 5_000),
    ])
    func `a long document of one kind of thing is read, or refused, in no time`(
        _ piece: String, _ count: Int
    ) throws {
        let text = Self.head + String(repeating: piece, count: count) + "</MPD>"
        guard let manifest = try parse(text) else { return }
        let mirror = DASHMirror(manifest, at: "/s/t/0/m.mpd", of: "http://127.0.0.1:1") { _ in
            "/s/t/1"
        }
        if let mirror { _ = manifest.rewriting(to: mirror) { _, _ in "/s/t/2/x" } }
    }

    @Test func `alternatives of alternatives are not multiplied`() throws {
        let bases = (0..<40).map { "<BaseURL>\($0)/</BaseURL>" }.joined()
        let text =
            Self.head + bases + "<Period>\(bases)<AdaptationSet>\(bases)<Representation id='1'>"
            + "\(bases)<SegmentTemplate media='$Number$' duration='1'/></Representation>"
            + "</AdaptationSet></Period></MPD>"
        let manifest = try #require(try parse(text))
        #expect(manifest.representations.map(\.bases.count) == [DASHManifest.mostBases])
    }

    @Test(arguments: [
        "t='0' d='1' r='9223372036854775806'", "t='18446744073709551615' d='2'", "d='0'", "d='x'",
        "t='1' d='18446744073709551615' r='5'", "t='0' d='1' r='-1'", "t='-5' d='1'", "d='1' k='2'",
    ])
    func `a time line without end is cut`(_ run: String) throws {
        for type in ["static' mediaPresentationDuration='PT3000000000S", "dynamic"] {
            let text =
                "<MPD type='\(type)' availabilityStartTime='1970-01-01T00:00:00Z'><Period start='PT0S'>"
                + "<AdaptationSet><SegmentTemplate media='$Time$' timescale='1'><SegmentTimeline>"
                + "<S \(run)/><S d='1'/></SegmentTimeline></SegmentTemplate><Representation/>"
                + "</AdaptationSet></Period></MPD>"
            #expect(try parse(text) != nil)
        }
    }

    @Test func `numbers of every size are read`() throws {
        for number in ["0", "1", "18446744073709551615", "99999999999999999999", "-1", "1e9", ""] {
            for (scale, start) in [(number, "1"), ("1", number), (number, number)] {
                let text =
                    "<MPD mediaPresentationDuration='PT1H'><Period><AdaptationSet><Representation id='1'>"
                    + "<SegmentTemplate media='$Number$-$Time$' duration='\(scale)' timescale='\(scale)'"
                    + " startNumber='\(start)' presentationTimeOffset='\(start)'/></Representation>"
                    + "</AdaptationSet></Period></MPD>"
                let manifest = try #require(try parse(text))
                let uri = try #require(ResolvedURI("http://h/a/18446744073709551615-0"))
                _ = DASHDirectory(manifest).entry(at: uri)
            }
        }
    }
}
