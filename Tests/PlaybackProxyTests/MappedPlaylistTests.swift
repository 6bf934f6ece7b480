import Engine
import Manifests
import Primitives
import TestSupport
import Testing

@testable import PlaybackProxy

/// Whatever came before, a version is given as if it were the first.
@Suite(.timeLimit(.minutes(1))) struct MappedPlaylistTests {
    /// A channel of which the newest segments are parts of one file, as some packagers write it.
    private static func text(_ window: Range<Int>, token: String = "", head: String = "") -> String
    {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(window.lowerBound)\n"
        text += head + "#EXT-X-MAP:URI=\"init.mp4\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n"
        for number in window {
            if number % 50 == 0 { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"key\(number)\"\n" }
            if number % 90 == 0 { text += "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"i\(number)\"\n" }
            if number % 3 == 0 { text += "#EXT-X-BYTERANGE:10@\(number * 10)\n" }
            if number % 17 == 0 { text += "#EXT-X-GAP\n" }
            text += "#EXTINF:\(number % 5).5,\n"
            text += number % 3 == 0 ? "all\(number / 100).ts\n" : "s\(number).ts\(token)\n"
        }
        return text
    }

    private func check(_ text: String, in versions: inout MappedVersions, _ place: Comment) throws
        -> MappedVersion
    {
        let version = try #require(try versions.take(text))
        var fresh = try MappedVersions()
        let whole = try #require(try fresh.take(text))
        #expect(version.text == whole.text, place)
        #expect(versions.resources == fresh.resources, place)
        // What is described and what is kept are all that there is.
        let all = whole.track?.segments ?? []
        let kept = version.track?.kept
        let described = version.track?.segments ?? []
        let expected = all.filter { kept?.contains($0.number) != true }
        #expect(described.map(\.number) == expected.map(\.number), place)
        #expect(described.map(\.key) == expected.map(\.key), place)
        #expect(described.map(\.start) == expected.map(\.start), place)
        return version
    }

    @Test func `a window that slides is given as if each version were the first`() throws {
        let seed = testSeed
        var random = SeededRandom(seed: seed)
        var versions = try MappedVersions()
        var window = 0..<400
        var ends = 0
        for round in 0..<60 {
            let version = try check(
                Self.text(window), in: &versions, "seed \(seed), round \(round)")
            if version.change.mappings.count == 2 { ends += 1 }
            window =
                window.lowerBound + Int.random(in: 0...3, using: &random)..<window.upperBound
                + Int.random(in: 0...3, using: &random)
        }
        #expect(ends > 50, "seed \(seed): versions were mapped whole")
    }

    @Test func `B29: what a version costs is the ends`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(0..<5_000))
        let version = try #require(try versions.take(Self.text(1..<5_001)))
        let track = try #require(version.track)
        #expect(track.kept == 64..<4_992)
        #expect(track.segments.count < 80)
        #expect(version.change.added.count < 100 && version.change.left.count < 100)
    }

    @Test func `only a version that reads otherwise has another number`() throws {
        var versions = try MappedVersions()
        _ = try versions.take(Self.text(0..<200))
        #expect(versions.version == 1)
        _ = try versions.take(Self.text(0..<200))
        #expect(versions.version == 1)
        _ = try versions.take(Self.text(0..<201))
        #expect(versions.version == 2)
        _ = try versions.take(Self.text(1..<201))
        #expect(versions.version == 3)
        // Another spelling of the same URIs is the same to the player.
        let spelled = Self.text(1..<201).replacing("s199.ts", with: "./s199.ts")
        _ = try versions.take(spelled)
        #expect(versions.version == 3)
        _ = try check(spelled, in: &versions, "spelled otherwise")
        _ = try check(Self.text(2..<202), in: &versions, "after that")
    }

    @Test func `other heads, other tokens, a restart and what is no playlist begin anew`() throws {
        var versions = try MappedVersions()
        for (index, text) in [
            Self.text(100..<400), Self.text(101..<401, token: "?t=1"),
            Self.text(102..<402, token: "?t=1", head: "#EXT-X-VERSION:7\n"),
            Self.text(0..<200), Self.text(1..<201), Self.text(1..<201) + "#EXT-X-ENDLIST\n",
            Self.text(5_000..<5_300), Self.text(5_000..<5_301),
        ].enumerated() {
            _ = try check(text, in: &versions, "version \(index)")
            if index % 3 == 0 { #expect(try versions.take("<html>") == nil) }
        }
    }

    @Test func `a version that was read and not mapped does not confuse the next`() throws {
        var mapped = MappedPlaylist()
        var numbers: [Resource: Int] = [:]
        let uri = try #require(ResolvedURI("https://cdn.example/show/v/index.m3u8"))
        func read(_ window: Range<Int>, maps: Bool) throws {
            let source = Array(Self.text(window).utf8)
            let version = mapped.read(source, from: uri, importing: .none)
            let playlist = try #require(version)
            guard maps else { return }
            let settings = MappedPlaylist.Settings(
                uri: uri, bitrate: nil, family: .main, keepingQueries: false,
                keys: MappedVersions.keys,
                path: { "/x\($0.uri.path)" },
                number: { resource in
                    let number = numbers[resource] ?? numbers.count
                    numbers[resource] = number
                    return number
                })
            _ = mapped.map(playlist, settings)
            mapped.revision = .first
            let expected = playlist.rewriting { reference, uri in "/x\(uri.path)" }
            #expect(mapped.rewritten == expected)
        }
        try read(0..<300, maps: true)
        try read(1..<301, maps: false)
        try read(2..<302, maps: true)
        try read(3..<303, maps: true)
    }
}
