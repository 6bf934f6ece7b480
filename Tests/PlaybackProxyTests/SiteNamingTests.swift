import Crypto
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct SiteNamingTests {
    private let naming: SiteNaming
    private let other: SiteNaming

    init() throws {
        let base = try #require(ResolvedURI("https://cdn.example:8443/live/eu/"))
        naming = SiteNaming(name: "news", base: base, key: Bytes32(words: (7, 7, 7, 7)))
        other = SiteNaming(name: "news", base: base, key: Bytes32(words: (8, 8, 8, 8)))
    }

    private func target(_ path: String, _ query: String? = nil) -> String? {
        naming.target(of: path[...], query: query)?.uri.text
    }

    @Test(arguments: [
        ("a/main.m3u8", nil, "https://cdn.example:8443/live/eu/a/main.m3u8"),
        ("a.ts", "t=1&u=2", "https://cdn.example:8443/live/eu/a.ts?t=1&u=2"),
        ("", nil, "https://cdn.example:8443/live/eu/"),
        ("a%20b/c%C3%A4.ts", nil, "https://cdn.example:8443/live/eu/a%20b/c%C3%A4.ts"),
        ("a//b.ts", nil, "https://cdn.example:8443/live/eu/a//b.ts"),
        ("/evil.example/a", nil, "https://cdn.example:8443/live/eu//evil.example/a"),
        ("@evil.example/a", nil, "https://cdn.example:8443/live/eu/@evil.example/a"),
        ("http://evil.example/a", nil, "https://cdn.example:8443/live/eu/http://evil.example/a"),
        (
            "a.ts", "u=http://evil.example/../..",
            "https://cdn.example:8443/live/eu/a.ts?u=http://evil.example/../.."
        ),
        (".../..a/a..", nil, "https://cdn.example:8443/live/eu/.../..a/a.."),
    ])
    func `what is below the base is asked for there`(
        _ path: String, _ query: String?, _ uri: String
    ) {
        #expect(target(path, query) == uri)
    }

    @Test(arguments: [
        "..", "../a", "a/../b", "a/..", ".", "./a", "%2e%2e/a", "a/%2E%2e/b", ".%2e", "%2e",
        "a%2fb", "a%2F..%2Fb", "a%5cb", "a\\b", "a%00b", "a%0d%0ab", "a%7f", "a%", "a%2", "a%zz",
        "a#b", "~", "~/", "~x/a", "~AAAA/a.ts", "~aHR0cDovL2V2aWwuZXhhbXBsZS8/a",
    ])
    func `what could mean something else means nothing`(_ path: String) {
        #expect(target(path) == nil)
    }

    @Test(arguments: [
        "https://other.example/x/s1.ts?token=%2F..", "https://cdn.example:8443/elsewhere/a.m4s",
        "http://cdn.example:8443/live/eu/a.ts", "https://cdn.example/live/eu/a.ts",
        "https://cdn.example:8443/live/eu/~a/b.ts", "https://cdn.example:8443/live/eu/%2e%2e/b.ts",
        "https://cdn.example:8443/live/eu/a/b.ts?x=1",
    ])
    func `whatever a playlist names is found again, and ends as it did`(_ text: String) throws {
        let uri = try #require(ResolvedURI(text))
        let path = naming.path(of: uri)
        #expect(path.hasPrefix("/news/"))
        #expect(!path.contains(".."))
        let parts = path.dropFirst("/news/".count).split(separator: "?", maxSplits: 1)
        #expect(parts[0].hasSuffix("/" + uri.lastPathComponent) || !parts[0].contains("/"))
        let target = naming.target(
            of: parts[0], query: parts.count == 2 ? String(parts[1]) : nil)
        #expect(target?.uri == uri)
    }

    @Test func `a seal that another key made, or that was changed, is none`() throws {
        let uri = try #require(ResolvedURI("https://other.example/x/s1.ts"))
        let path = other.path(of: uri).dropFirst("/news/".count)
        #expect(other.target(of: path, query: nil)?.uri == uri)
        #expect(naming.target(of: path, query: nil) == nil)
        let own = String(naming.path(of: uri).dropFirst("/news/".count))
        #expect(naming.target(of: own[...], query: nil)?.uri == uri)
        for index in own.prefix(while: { $0 != "/" }).indices.dropFirst() {
            var changed = own
            changed.replaceSubrange(index...index, with: own[index] == "A" ? "B" : "A")
            #expect(naming.target(of: changed[...], query: nil) == nil)
        }
    }

    @Test func `below the root of a server that an MPD names, players make paths`() throws {
        let root = try #require(ResolvedURI("https://other.example/"))
        let path = naming.path(of: root)
        #expect(path.hasSuffix("/"))
        let below = path.dropFirst("/news/".count) + "video/seg-1.m4s"
        #expect(
            naming.target(of: below, query: "a=1")?.uri.text
                == "https://other.example/video/seg-1.m4s?a=1")
        #expect(naming.target(of: path.dropFirst("/news/".count) + "../x", query: nil) == nil)
    }

    @Test func `a playlist says what led to it, and what the player adds is told apart`() throws {
        let root = try #require(ResolvedURI("https://cdn.example:8443/live/eu/a/main.m3u8?t=1"))
        let uri = try #require(ResolvedURI("https://cdn.example:8443/live/eu/a/v/i.m3u8?q=2"))
        let path = naming.path(ofPlaylist: uri, from: naming.marker(of: root))
        let parts = path.dropFirst("/news/".count).split(separator: "?", maxSplits: 1)
        #expect(parts[0] == "a/v/i.m3u8")
        let target = try #require(
            naming.target(of: parts[0], query: "\(parts[1])&_HLS_msn=4&CMCD=bl%3D1&_HLS_part=2"))
        #expect(target.uri == uri)
        #expect(target.root == root)
        #expect(target.added == "_HLS_msn=4&_HLS_part=2&CMCD=bl%3D1")
    }

    @Test(arguments: [
        "https://cdn.example:8443/live/eu/a/v/s1.ts",
        "https://cdn.example:8443/live/eu/s1.ts?q=2&r",
        "https://other.example/x/s1.ts?token=%2F..",
    ])
    func `media says what led to it, and is asked for as it was named`(_ text: String) throws {
        let root = try #require(ResolvedURI("https://cdn.example:8443/live/eu/a/main.m3u8"))
        let uri = try #require(ResolvedURI(text))
        let path = naming.path(ofMedia: uri, from: naming.marker(of: root))
        let parts = path.dropFirst("/news/".count).split(separator: "?", maxSplits: 1)
        let target = try #require(naming.target(of: parts[0], query: String(parts[1])))
        #expect(target.uri == uri)
        #expect(target.root == root)
    }

    @Test func `a root that is signed at length does not stand in every line`() throws {
        let signature = String(repeating: "s", count: 300)
        let root = try #require(
            ResolvedURI("https://cdn.example:8443/live/eu/main.m3u8?t=\(signature)"))
        let uri = try #require(ResolvedURI("https://cdn.example:8443/live/eu/s1.ts"))
        let marker = try #require(naming.marker(of: root))
        #expect(naming.path(ofMedia: uri, from: marker) == "/news/s1.ts")
        #expect(naming.path(ofPlaylist: uri, from: marker).hasPrefix("/news/s1.ts?shoal="))
        let elsewhere = try #require(ResolvedURI("https://other.example/main.m3u8"))
        #expect(naming.marker(of: elsewhere) == nil)
    }

    @Test func `the mark that all viewers are given has nothing of one of them`() throws {
        let naming = SiteNaming(
            name: "news", base: naming.base, key: Bytes32(words: (7, 7, 7, 7)),
            identity: IdentityRule(volatileParameters: ["Viewer"]))
        let site = "https://cdn.example:8443/live/eu/"
        let uri = try #require(ResolvedURI("\(site)a/s1.ts"))
        for (opened, marked) in [
            ("main.m3u8?token=secret&v=2&viewer=anna&x", "main.m3u8?v=2&x"),
            ("main.m3u8?Policy=p&Signature=s&Key-Pair-Id=k", "main.m3u8"),
            ("main.m3u8?v=%41", "main.m3u8?v=%41"),
        ] {
            let marker = naming.marker(of: try #require(ResolvedURI(site + opened)))
            let path = naming.path(ofMedia: uri, from: marker)
            let parts = path.dropFirst("/news/".count).split(separator: "?", maxSplits: 1)
            let target = naming.target(of: parts[0], query: String(parts[1]))
            #expect(target?.root?.text == site + marked)
        }
    }

    @Test func `a mark of another site means something below this one's own base`() throws {
        let base = try #require(ResolvedURI("https://sport.example/live/"))
        let sport = SiteNaming(name: "sport", base: base, key: Bytes32(words: (7, 7, 7, 7)))
        let root = try #require(ResolvedURI("https://cdn.example:8443/live/eu/a/main.m3u8"))
        let mark = try #require(naming.marker(of: root)).parameter
        let target = sport.target(of: "s1.ts", query: mark)
        #expect(target?.root?.text == "https://sport.example/live/a/main.m3u8")
        let foreign = Array("//cdn.example:8443/live/eu/a/main.m3u8".utf8).base64url
        let other = sport.target(of: "s1.ts", query: "shoal=\(foreign)")
        #expect(other?.root?.site ?? "https://sport.example" == "https://sport.example")
    }

    @Test(arguments: ["shoal=", "shoal=!!", "shoal=Li4vLi4vZXRjL3Bhc3N3ZA", "shoal=fmE"])
    func `what leads nowhere is not heeded`(_ query: String) {
        let target = naming.target(of: "a.m3u8", query: query)
        #expect(target?.uri.text == "https://cdn.example:8443/live/eu/a.m3u8")
        #expect(target?.root == nil)
    }
}
