import LocalHTTP
import PlaybackProxy
import Testing

@Suite struct HeaderForwardingTests {
    private static let listener = HostRule(port: 4000)

    private func upstream(_ headers: [(String, String)]) -> [String] {
        HeaderForwarding.upstream(headers, listener: Self.listener).map { "\($0.0): \($0.1)" }
    }

    private func downstream(_ headers: [(String, String)], isRewritten: Bool = false) -> [String] {
        HeaderForwarding.downstream(headers, isRewritten: isRewritten).map(\.0)
    }

    @Test(
        arguments: [
            ("User-Agent", "Lavf/59.27.100"), ("Referer", "https://site.example/page"),
            ("Origin", "https://site.example"), ("Authorization", "Bearer x"),
            ("Icy-MetaData", "1"), ("Accept", "*/*"), ("Accept-Language", "de"),
            ("X-Playback-Session-Id", "1"), ("Cookie", "set=by-app"),
        ])
    func `R12: what the app or player says goes to the origin as it is`(
        _ name: String, _ value: String
    ) {
        #expect(upstream([(name, value)]) == ["\(name): \(value)"])
    }

    @Test(
        arguments: [
            "Host", "Connection", "keep-alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
            "Proxy-Authorization", "Content-Length", "Expect", "Range", "If-Range",
            "If-None-Match", "If-Modified-Since", "Accept-Encoding", "Sec-Fetch-Site",
            "Sec-CH-UA", "Upgrade-Insecure-Requests", "X-Forwarded-For", "Forwarded", "Via",
            "Access-Control-Request-Headers",
        ])
    func `what is between player and proxy does not`(_ name: String) {
        #expect(upstream([(name, "x")]).isEmpty)
    }

    @Test func `a header that Connection names goes no further`() {
        let headers = [("Connection", "close, X-Hop"), ("x-hop", "1"), ("X-End", "2")]
        #expect(upstream(headers) == ["X-End: 2"])
        #expect(downstream(headers) == ["X-End"])
    }

    @Test(
        arguments: [
            "http://127.0.0.1:4000/s/secret/v/i/a.m3u8", "http://localhost:4000",
            "http://[::1]:4000/",
        ])
    func `our own URL is no referrer`(_ url: String) {
        #expect(upstream([("Referer", url), ("Origin", url)]).isEmpty)
    }

    @Test func `a browser's cookies belong to other local servers`() {
        let headers = [("Cookie", "a=b"), ("Sec-Fetch-Site", "same-site"), ("Accept", "*/*")]
        #expect(upstream(headers) == ["Accept: */*"])
    }

    @Test(
        arguments: [
            "Date", "Age", "Server", "Content-Encoding", "Content-Disposition", "Last-Modified",
            "icy-name", "icy-metaint", "X-Anything", "Retry-After", "WWW-Authenticate",
        ])
    func `what the origin says goes to the player as it is`(_ name: String) {
        #expect(downstream([(name, "x")]) == [name])
    }

    @Test(
        arguments: [
            "Connection", "Transfer-Encoding", "Content-Length", "Content-Range", "Accept-Ranges",
            "Content-Type", "ETag", "Cache-Control", "Expires", "Pragma", "Vary", "Set-Cookie",
            "Access-Control-Allow-Origin", "Strict-Transport-Security", "Alt-Svc", "Location",
            "Content-MD5", "Clear-Site-Data", "Cross-Origin-Resource-Policy",
            "Content-Security-Policy", "Refresh",
        ])
    func `what the proxy says itself, or would bind this host, does not`(_ name: String) {
        #expect(downstream([(name, "x")]).isEmpty)
    }

    @Test func `R8: a rewritten manifest has none of the original's properties`() {
        let headers = [("Content-Encoding", "gzip"), ("last-modified", "x"), ("Date", "x")]
        #expect(downstream(headers, isRewritten: true) == ["Date"])
    }
}
