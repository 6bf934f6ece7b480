import Engine
import Manifests
import Primitives
import TestSupport
import Testing

@testable import PlaybackProxy

/// Delta updates, with what they leave out taken from the version before.
@Suite struct DeltaUpdateTests {
    /// The numbers of segments that are described or go on.
    private static func numbers(_ version: MappedVersion) -> [UInt64] {
        Array(version.track?.kept ?? 0..<0) + (version.track?.segments.map(\.number) ?? [])
    }

    /// The same state of a channel, whole and as an update.
    private static func text(_ first: Int, _ end: Int, skipping skipped: Int) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12",
            "#EXT-X-MEDIA-SEQUENCE:\(first)",
        ]
        if skipped > 0 {
            lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)")
        } else {
            lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
        }
        for number in first + skipped..<end {
            lines += ["#EXTINF:\(number % 2 == 0 ? 2 : 1.5),", "s\(number).m4s"]
        }
        lines += ["#EXT-X-PART:DURATION=1,URI=\"p\(end).0.m4s\""]
        return lines.joined(separator: "\n")
    }

    @Test func `an update names and describes what the whole would, again and again`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(10, 16, skipping: 0))
        for step in 1..<40 {
            let text = Self.text(10 + step, 16 + step, skipping: 3)
            let update = try #require(try versions.take(text))
            #expect(update.text.contains("SKIPPED-SEGMENTS=3"))
            var others = try MappedVersions()
            let whole = try #require(
                try others.take(Self.text(10 + step, 16 + step, skipping: 0)))
            #expect(Self.numbers(update) == Self.numbers(whole))
            #expect(Set(versions.resources.keys) == Set(others.resources.keys))
        }
    }

    @Test func `after a whole version nothing is kept of what it does not name`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(10, 16, skipping: 0))
        _ = try versions.take(Self.text(11, 17, skipping: 3))
        _ = try versions.take(Self.text(40, 46, skipping: 0))
        var others = try MappedVersions()
        _ = try others.take(Self.text(40, 46, skipping: 0))
        #expect(versions.resources == others.resources)
    }

    @Test func `what was never read is not made up`() throws {
        var versions = try MappedVersions()
        let update = try #require(try versions.take(Self.text(10, 16, skipping: 3)))
        #expect(Self.numbers(update) == [13, 14, 15])
    }

    @Test func `keys that come and go do not pile up`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(10, 16, skipping: 0))
        for number in 16..<400 {
            let key = "\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\(number)\"\n#EXTINF:2,\nt.m4s\n"
            _ = try versions.take(Self.text(number - 5, number, skipping: 3) + key)
            let resources = versions.resources.keys
            #expect(resources.count < 90)
            #expect(resources.contains { $0.uri.path.hasSuffix("/k\(number)") })
        }
    }

    @Test(
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
        arguments: [
            ("can_skip_until", "can_skip_skipped", 10...16),
            (
                "can_skip_until_and_block_reload",
                "can_skip_until_and_block_reload_next_skipped", 12...17
            ),
        ])
    func `successive states that others wrote come out whole`(
        before: String, after: String, numbers: ClosedRange<Int>
    ) throws {
        var versions = try MappedVersions()
        var latest: MappedVersion?
        for name in [before, after] {
            let source = try Corpus.contents(
                of: "androidx-media/libraries/test_data/src/test/assets/media/m3u8/"
                    + "live_low_latency_media_\(name)")
            latest = try versions.take(String(decoding: source, as: UTF8.self))
        }
        let described = Self.numbers(try #require(latest)).map(Int.init)
        #expect(described == Array(numbers.suffix(described.count)))
        #expect(described.count >= 6)
        let names = versions.resources.keys.map(\.uri.lastPathComponent)
        #expect(names.sorted() == described.map { "fileSequence\($0).ts" }.sorted())
    }
}
