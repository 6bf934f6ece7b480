import Engine
import Manifests
import Primitives
import TestSupport
import Testing

@testable import PlaybackProxy

/// Playlists that may leave out what has not changed, read with and without it left out.
@Suite(.timeLimit(.minutes(1))) struct SkippablePlaylistTests {
    /// Segments at the end that every version lists.
    private static let listed = 12
    private static let partsOf = 3

    /// A channel whose newest segments have parts, and some of whose segments are parts of one file.
    private static func text(_ window: Range<Int>, parts: Int = 0, skips: Bool) -> String {
        let skipped = skips ? max(0, window.count - listed) : 0
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART-INF:PART-TARGET=0.5\n"
        text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(window.lowerBound)\n"
        if skipped > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n" }
        for number in window.dropFirst(skipped) {
            if number == window.lowerBound || number % 40 == 0 {
                text += "#EXT-X-MAP:URI=\"i\(number / 40).mp4\"\n"
            }
            if number >= window.upperBound - partsOf {
                for part in 0..<4 { text += partLine(number, part) }
            }
            if number % 5 == 0 { text += "#EXT-X-BYTERANGE:10@\(number * 10)\n" }
            text += "#EXTINF:2,\n" + (number % 5 == 0 ? "all.mp4\n" : "s\(number).mp4\n")
        }
        for part in 0..<parts { text += partLine(window.upperBound, part) }
        return text
            + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\(window.upperBound).\(parts).mp4\"\n"
    }

    private static func partLine(_ segment: Int, _ part: Int) -> String {
        "#EXT-X-PART:DURATION=0.5,URI=\"p\(segment).\(part).mp4\"\n"
    }

    @Test func `a whole version costs its ends, as of any other playlist`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(0..<5_000, skips: false))
        for step in 1..<5 {
            let version = try #require(
                try versions.take(Self.text(step..<5_000 + step, skips: false)))
            #expect(version.change.mappings.count == 2)
            #expect(version.change.added.count < 220 && version.change.left.count < 220)
            #expect((version.track?.segments.count ?? 0) < 220)
        }
    }

    @Test func `an update costs what it lists`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(0..<5_000, skips: false))
        for step in 1..<20 {
            let text = Self.text(step..<5_000 + step, parts: step % 4, skips: true)
            let version = try #require(try versions.take(text))
            #expect(version.change.added.count < 40 && version.change.left.count < 40)
            #expect(version.track?.kept?.count == 5_000 - Self.listed)
        }
        #expect(versions.resources.keys.count > 4_000)
    }

    @Test func `in whatever order they come, all that a version means is named`() throws {
        var random = SeededRandom(seed: testSeed)
        var versions = try MappedVersions()
        var window = 0..<150
        _ = try versions.take(Self.text(window, skips: false))
        for round in 0..<200 {
            let place: Comment = "seed \(testSeed), round \(round)"
            let first = window.lowerBound + Int.random(in: 0...1, using: &random)
            window = first..<window.upperBound + Int.random(in: 0...2, using: &random)
            let parts = Int.random(in: 0...3, using: &random)
            let skips = Int.random(in: 0..<4, using: &random) > 0
            let version = try #require(
                try versions.take(Self.text(window, parts: parts, skips: skips)))
            var fresh = try MappedVersions()
            let whole = try #require(
                try fresh.take(Self.text(window, parts: parts, skips: false)))
            let (named, expected) = (versions.resources, fresh.resources)
            if skips {
                #expect(Set(named.keys).isSuperset(of: expected.keys), place)
                #expect(named.count <= expected.count + 64, place)
            } else {
                #expect(version.text == whole.text, place)
                #expect(named == expected, place)
            }
            #expect(
                version.change.parts?.segments.map(\.number)
                    == whole.change.parts?.segments.map(\.number), place)
        }
    }
}
