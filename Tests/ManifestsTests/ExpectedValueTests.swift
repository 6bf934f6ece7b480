import TestSupport
import Testing

@testable import Manifests

/// Compares with the values that two other projects expect of their own playlists.
///
/// Compared are URI, number, duration, byte range, init segment and parts of each segment; of variants
/// URI, bit rates and codecs; the URIs of renditions. Not compared are tags that nothing here reads, and
/// the playlists of `CorpusRefusals`.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct ExpectedValueTests
{
    @Test func `segments are those that kuu hls-parser expects`() throws {
        let values = "kuu-hls-parser/test/fixtures/objects/"
        let compared = try compare("kuu-hls-parser/test/fixtures/m3u8/", with: values) { object in
            var map: [String: Any]?
            return (object["segments"] as? [[String: Any]] ?? []).map { segment in
                // It is given with the first segment that it applies to, and holds for the next ones.
                map = segment["map"] as? [String: Any] ?? map
                return ExpectedSegment(segment.merging(["map": map as Any]) { $1 })
            }
        }
        #expect(compared == 16)
    }

    @Test func `segments are those that video.js expects`() throws {
        let folder = "videojs-m3u8-parser/test/fixtures/integration/"
        let compared = try compare(folder, with: folder) { object in
            let first = object["mediaSequence"] as? Int ?? 0
            let skip = object["skip"] as? [String: Any]
            let skipped = skip?["skippedSegments"] as? Int ?? 0
            return (object["segments"] as? [[String: Any]] ?? []).enumerated().map {
                index, segment in
                var expected = ExpectedSegment(segment)
                expected.number = UInt64(first + skipped + index)
                // It makes ten milliseconds of none, and nothing where there is no target duration yet.
                if expected.milliseconds == 10 { expected.milliseconds = 0 }
                expected.milliseconds = expected.milliseconds ?? 0
                return expected
            }
        }
        #expect(compared == 34)
    }

    @Test func `variants are those that kuu hls-parser expects`() throws {
        let compared = try compareVariants(
            "kuu-hls-parser/test/fixtures/m3u8/", with: "kuu-hls-parser/test/fixtures/objects/",
            reading: ExpectedVariants.init(hlsParser:))
        #expect(compared == 5)
    }

    @Test func `variants are those that video.js expects`() throws {
        let folder = "videojs-m3u8-parser/test/fixtures/integration/"
        let compared = try compareVariants(
            folder, with: folder, reading: ExpectedVariants.init(videoJS:))
        #expect(compared == 8)
    }

    private func compareVariants(
        _ playlists: String, with values: String,
        reading expected: ([String: Any]) -> ExpectedVariants
    ) throws -> Int {
        let base = try #require(ResolvedURI("http://origin.test/p.m3u8"))
        var compared = 0
        for path in try Corpus.playlists() where path.hasPrefix(playlists) {
            let name = path.dropFirst(playlists.count).dropLast(".m3u8".count)
            let playlist = HLSPlaylist.parse(try Corpus.contents(of: path), from: base)
            guard let playlist, let multivariant = playlist.multivariant else { continue }
            let theirs = expected(try Corpus.object("\(values)\(name).expected.json"))
            #expect(ExpectedVariants(multivariant, of: playlist) == theirs, "\(name)")
            compared += 1
        }
        return compared
    }

    /// The number of playlists that were compared.
    private func compare(
        _ playlists: String, with values: String,
        reading expected: ([String: Any]) -> [ExpectedSegment]
    ) throws -> Int {
        let base = try #require(ResolvedURI("http://origin.test/p.m3u8"))
        var compared = 0
        for path in try Corpus.playlists() where path.hasPrefix(playlists) {
            let name = path.dropFirst(playlists.count).dropLast(".m3u8".count)
            let playlist = HLSPlaylist.parse(try Corpus.contents(of: path), from: base)
            guard let playlist, let media = playlist.media else { continue }
            // The last one may consist of parts so far.
            let theirs = expected(try Corpus.object("\(values)\(name).expected.json"))
                .filter { $0.uri != nil }
            let ours = media.segments.map { ExpectedSegment($0, of: playlist, media) }
            #expect(ours == theirs, "\(name)")
            compared += 1
        }
        return compared
    }
}
