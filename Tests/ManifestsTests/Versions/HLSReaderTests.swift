import Primitives
import TestSupport
import Testing

@testable import Manifests

/// Whatever came before, a version is read as if it were the first.
@Suite(.timeLimit(.minutes(2))) struct HLSReaderTests {
    private static func base() throws -> ResolvedURI {
        try #require(ResolvedURI("http://h/a/p.m3u8?q=1"))
    }

    /// Reads with the reader and anew, and returns what was kept of the version before.
    @discardableResult
    private static func read(
        _ source: [UInt8], with reader: inout HLSReader, interval: UInt64,
        from base: ResolvedURI, _ place: Comment
    ) -> HLSContinuation? {
        var fresh = HLSReader(interval: interval)
        let expected = fresh.read(source, from: base)
        let playlist = reader.read(source, from: base)
        #expect(PlaylistDifference(playlist, expected).faults == [], place)
        #expect(expected?.continuation == nil)
        return playlist?.continuation
    }

    @Test(arguments: [1, 3, 64] as [UInt64])
    func `a channel that slides is read as if each version were the first`(_ interval: UInt64)
        throws
    {
        let seed = testSeed
        var random = SeededRandom(seed: seed)
        var kept = 0
        for round in 0..<8 {
            var channel = RandomChannel(&random)
            channel.advance(adding: 200, removing: 0, &random)
            var reader = HLSReader(interval: interval)
            var last: [UInt8] = []
            for version in 0..<12 {
                let source = Array(channel.text().utf8)
                let continuation = Self.read(
                    source, with: &reader, interval: interval, from: try Self.base(),
                    "seed \(seed), round \(round), version \(version)")
                if let text = continuation?.text {
                    kept += 1
                    #expect(source[text.range] == last[text.last])
                }
                last = source
                channel.advance(
                    adding: Int.random(in: 0...4, using: &random),
                    removing: Int.random(in: 0...4, using: &random), &random)
            }
        }
        // Omitted offsets at the front and changed bit rates make some begin anew.
        #expect(kept > 24, "seed \(seed): nothing was read on from the version before")
    }

    @Test func `what is kept is all but the ends`() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n"
        for number in 0..<10_000 { text += "#EXTINF:2,\ns\(number).ts\n" }
        var reader = HLSReader()
        _ = reader.read(Array(text.utf8), from: try Self.base())
        text = text.replacing("SEQUENCE:0\n#EXTINF:2,\ns0.ts", with: "SEQUENCE:1")
        text += "#EXTINF:2,\ns10000.ts\n"
        let playlist = try #require(reader.read(Array(text.utf8), from: try Self.base()))
        let kept = try #require(playlist.continuation)
        #expect(kept.segments.last == 64..<9_984)
        #expect(kept.segments.range == 63..<9_983)
        #expect(playlist.media?.segments.first?.number == 1)
        #expect(playlist.media?.segments.first?.start == .zero)
        #expect(playlist.media?.segments.last?.number == 10_000)
        #expect(playlist.media?.segments.last?.start == .seconds(2) * 9_999)
    }

    @Test(arguments: [
        ("#EXT-X-TARGETDURATION:10", "#EXT-X-TARGETDURATION:11"),
        ("#EXT-X-VERSION:9", "#EXT-X-VERSION:10"),
        ("VALUE=\"v\"", "VALUE=\"w\""), ("#EXT-X-DEFINE:NAME=\"path\",VALUE=\"v\"", ""),
        ("#EXT-X-MEDIA-SEQUENCE:", "#EXT-X-MEDIA-SEQUENCE:1"), ("#EXT-X-MAP:URI", "#X:URI"),
        ("#EXTM3U", "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT"),
        ("#EXTM3U", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8"),
        ("#EXTM3U", "#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"), ("#EXTM3U", "<html>"),
    ])
    func `a head that changes changes what all of it means`(_ old: String, _ new: String) throws {
        for seed in 0..<UInt64(3) {
            var random = SeededRandom(seed: seed)
            var channel = RandomChannel(&random)
            channel.advance(adding: 150, removing: 0, &random)
            var reader = HLSReader(interval: 1)
            let text = channel.text()
            for version in [text, text.replacing(old, with: new, maxReplacements: 1), text] {
                Self.read(
                    Array(version.utf8), with: &reader, interval: 1, from: try Self.base(),
                    "seed \(seed)")
            }
        }
    }

    @Test func `another base, the end, a restart and a torn text are read anew`() throws {
        var random = SeededRandom(seed: 5)
        var channel = RandomChannel(&random)
        channel.advance(adding: 300, removing: 0, &random)
        var reader = HLSReader(interval: 1)
        let text = channel.text()
        let other = try #require(ResolvedURI("http://h/a/p.m3u8?q=2"))
        let torn = String(text.prefix(text.count / 2))
        let versions = [
            (text, try Self.base()), (text, other), (text, try Self.base()),
            (channel.text(end: "#EXT-X-ENDLIST"), try Self.base()), (torn, try Self.base()),
            (text, try Self.base()), (channel.text(tag: "#EXT-X-BITRATE:7"), try Self.base()),
        ]
        for (version, base) in versions {
            Self.read(
                Array(version.utf8), with: &reader, interval: 1, from: base, "\(base.text)")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func `any playlist of the corpus follows any other, and any damage`() throws {
        let seed = testSeed
        var random = SeededRandom(seed: seed)
        let sources = try Corpus.playlists().map(Corpus.contents).filter { $0.count <= 20_000 }
        var reader = HLSReader(interval: 1)
        for round in 0..<300 {
            var source = try #require(sources.randomElement(using: &random))
            for step in 0..<3 {
                Self.read(
                    source, with: &reader, interval: 1, from: try Self.base(),
                    "seed \(seed), round \(round), step \(step)")
                Mutation.mutate(&source, &random)
            }
        }
    }
}
