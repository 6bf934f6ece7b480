import Manifests
import Origin
import Testing

@testable import Engine

@Suite struct OriginHeadersTests {
    private static let opened = "https://cdn.example/film/master.m3u8"

    private static func headers() -> OriginHeaders {
        var headers = OriginHeaders(
            site: ResolvedURI(opened)?.origin,
            application: [("Authorization", "Bearer secret"), ("X-Auth-Token", "secret")])
        headers.playerSends([
            ("User-Agent", "Lavf/59.27.100"), ("Cookie", "a=secret"),
            ("X-Playback-Session-Id", "secret"), ("authorization", "Basic of the player"),
        ])
        return headers
    }

    @Test func `the site that the application opened sees all, and its own words win`() {
        let sent = Self.headers().headers(for: ResolvedURI("https://cdn.example/film/s1.ts"))
        #expect(
            sent.map(\.name) == [
                "User-Agent", "Cookie", "X-Playback-Session-Id", "Authorization", "X-Auth-Token",
            ])
        #expect(sent.allSatisfy { $0.value != "Basic of the player" })
    }

    @Test(arguments: [
        "https://other.example/film/s1.ts", "http://cdn.example/film/s1.ts",
        "https://cdn.example:8443/film/s1.ts", "https://cdn.example.evil.example/s1.ts",
    ])
    func `no other site sees anything that may be a credential`(url: String) {
        let sent = Self.headers().headers(for: ResolvedURI(url))
        #expect(sent.map(\.name) == ["User-Agent"])
    }

    @Test func `without a site nobody is trusted`() {
        let headers = OriginHeaders(site: nil, application: [("Authorization", "secret")])
        #expect(headers.headers(for: ResolvedURI(Self.opened)).isEmpty)
        #expect(headers.headers(for: nil).isEmpty)
    }
}
