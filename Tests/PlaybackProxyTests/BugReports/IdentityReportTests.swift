import Engine
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

/// How engines have mixed up media or failed to share it, by public reports.
@Suite struct IdentityReportTests {
    private func track(_ text: String, at uri: String) throws -> TrackDescription {
        var versions = try MappedVersions(at: uri)
        let version = try versions.take(text)
        return try #require(version?.track)
    }

    private func text(_ uris: String...) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + uris.map { "#EXTINF:2,\n\($0)\n" }.joined()
    }

    @Test func `B36: tokens in path and query make no other segments`() throws {
        let one = try track(
            text("s0.ts?token=a&expires=1", "s1.ts?token=a"),
            at: "https://cdn1.example/hdntl=exp=1~acl=*~hmac=aa/v/p.m3u8?token=a")
        let two = try track(
            text("s0.ts?token=b&expires=2", "s1.ts?token=b"),
            at: "https://cdn2.example/hdntl=exp=2~acl=*~hmac=bb/v/p.m3u8?token=b")
        #expect(one.id == two.id)
        #expect(one.segments.map(\.key) == two.segments.map(\.key))
        #expect(one.segments.map(\.url) != two.segments.map(\.url))
    }

    @Test func `B39: a segment of another level is another segment, by number and by key`() throws {
        let low = try track(text("../a/s0.ts?q=low"), at: "https://cdn.example/low/p.m3u8")
        let high = try track(text("../a/s0.ts?q=high"), at: "https://cdn.example/high/p.m3u8")
        #expect(low.id != high.id)
        #expect(low.segments.map(\.number) == high.segments.map(\.number))
        #expect(low.segments.map(\.key) != high.segments.map(\.key))
    }

    @Test func `two assets that differ in a query alone are two`() throws {
        let one = try track(text("s.ts?id=1"), at: "https://cdn.example/v/p.m3u8?id=1")
        let two = try track(text("s.ts?id=2"), at: "https://cdn.example/v/p.m3u8?id=2")
        #expect(one.id != two.id && one.segments[0].key != two.segments[0].key)
    }

    @Test func `the same bytes behind two playlists have one key (p2pml#36, #81)`() throws {
        let one = try track(text("/media/s0.ts"), at: "https://cdn.example/v/p.m3u8")
        let two = try track(text("https://b.example/media/s0.ts"), at: "https://b.example/w/q.m3u8")
        #expect(one.segments.map(\.key) == two.segments.map(\.key))
    }

    @Test func `ciphertext is shared, a key is not`() throws {
        var versions = try MappedVersions()
        let version = try versions.take(
            "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:2,\ns.ts\n")
        let kinds = versions.resources.keys.map { resource in
            switch resource {
            case .segment: "segment"
            case .file(let uri): "origin alone: \(uri.lastPathComponent)"
            case .root, .playlist, .segmentedFile, .steering, .site: "other"
            }
        }
        #expect(Set(kinds) == ["segment", "origin alone: k"])
        #expect(version?.track?.segments.count == 1)
    }
}
