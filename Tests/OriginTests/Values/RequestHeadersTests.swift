import Origin
import Testing

@Suite struct RequestHeadersTests {
    private static let first = "https://cdn.example/live.m3u8"

    private func sent(_ headers: [OriginHeader], to url: String) throws -> [String] {
        try RequestHeaders(headers, for: OriginURL(Self.first).site)
            .headers(for: OriginURL(url).site)
            .map { "\($0.name): \($0.value)" }
    }

    @Test(arguments: [
        ("https://cdn.example/other", true), ("https://CDN.example:443/", true),
        ("http://cdn.example/", false), ("https://cdn.example:8443/", false),
        ("https://cdn.example./", false), ("https://www.cdn.example/", false),
        ("https://cdn.example.evil/", false), ("http://cdn.example:443/", false),
    ])
    func `a secret goes to the same scheme, host and port alone`(url: String, goes: Bool) throws {
        let secrets: [OriginHeader] = [("X-Token", "1"), ("authorization", "2"), ("Anything", "3")]
        #expect(try sent(secrets, to: url).count == (goes ? 3 : 0))
        let headers = try RequestHeaders([("Cookie", "c=1")], for: OriginURL(Self.first).site)
        #expect(try headers.cookies(for: OriginURL(url).site) == (goes ? "c=1" : nil))
    }

    @Test func `what says nothing about the viewer goes anywhere`() throws {
        let headers: [OriginHeader] = [
            ("User-Agent", "VLC/3.0.24"), ("Accept", "*/*"), ("Icy-MetaData", "1"),
            ("If-Modified-Since", "x"), ("Origin", "https://page.example"),
        ]
        #expect(try sent(headers, to: "https://other.example/").count == headers.count)
    }

    @Test(arguments: [
        ("https://page.example/a?sig=1", "https://other.example/", "https://page.example/"),
        ("https://page.example:8443/a", "https://other.example/", "https://page.example:8443/"),
        ("http://page.example/a", "http://other.example/", "http://page.example/"),
        ("https://page.example/a", "http://other.example/", nil),
        ("not a url", "https://other.example/", nil),
        ("https://user:pass@page.example/a", "https://other.example/", "https://page.example/"),
        ("https://page.example/a?sig=1", first, "https://page.example/a?sig=1"),
    ])
    func `of a page another site learns its site`(
        page: String, url: String, referer: String?
    ) throws {
        #expect(try sent([("Referer", page)], to: url) == referer.map { ["Referer: \($0)"] } ?? [])
    }

    @Test(arguments: [
        ("X-Bad", "a\r\nX-Injected: 1"), ("X-Bad", "a\nb"), ("X-Bad", "a\u{0}b"),
        ("X Bad", "a"), ("X:Bad", "a"), ("", "a"), ("X-Bad\r\n", "a"), ("Ü", "a"),
        ("Host", "other"), ("Range", "bytes=0-"), ("Content-Length", "1"),
        ("Transfer-Encoding", "chunked"), ("connection", "close"), ("Accept-Encoding", "gzip"),
        ("Proxy-Authorization", "Basic"), ("Expect", "100-continue"),
    ])
    func `a header that is malformed, or not the caller's to say, is dropped`(
        name: String, value: String
    ) throws {
        #expect(try sent([(name, value)], to: Self.first).isEmpty)
    }

    @Test func `several cookie headers are one`() throws {
        let site = try OriginURL(Self.first).site
        let headers = RequestHeaders([("Cookie", "a=1"), ("cookie", "b=2")], for: site)
        #expect(headers.headers(for: site).isEmpty)
        #expect(headers.cookies(for: site) == "a=1; b=2")
    }
}
