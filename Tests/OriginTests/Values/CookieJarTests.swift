import Origin
import Testing

@Suite struct CookieJarTests {
    private let now = 1_700_000_000

    private func header(
        _ cookies: [String], from: String = "https://www.a.example/dir/page", to: String,
        own: String? = nil, after seconds: Int = 0
    ) throws -> String? {
        var jar = CookieJar()
        for cookie in cookies { jar.store(cookie, from: try OriginURL(from), at: now) }
        return jar.header(for: try OriginURL(to), own: own, at: now + seconds)
    }

    @Test(arguments: [
        ("a=1", "https://www.a.example/dir/", true), ("a=1", "https://www.a.example/dir", true),
        ("a=1", "https://www.a.example/dir/x/y", true), ("a=1", "https://www.a.example/", false),
        ("a=1", "https://www.a.example/directory", false), ("a=1", "https://a.example/dir/", false),
        ("a=1", "https://x.www.a.example/dir/", false), ("a=1", "http://www.a.example/dir/", true),
        ("a=1", "https://www.a.example:8443/dir/", true),
        ("a=1; Path=/", "https://www.a.example/", true),
        ("a=1; path=/dir/sub", "https://www.a.example/dir/", false),
        ("a=1; path=relative", "https://www.a.example/dir/", true),
        ("a=1; Domain=a.example; Path=/", "https://b.a.example/", true),
        ("a=1; Domain=.A.Example; Path=/", "https://a.example/", true),
        ("a=1; Domain=a.example; Path=/", "https://ba.example/", false),
        ("a=1; Domain=www.a.example; Path=/", "https://x.www.a.example/", true),
        ("a=1; Domain=example; Path=/", "https://www.a.example/", false),
        ("a=1; Domain=b.example; Path=/", "https://b.example/", false),
        ("a=1; Domain=x.www.a.example; Path=/", "https://x.www.a.example/", false),
        ("a=1; Domain=; Path=/", "https://www.a.example/", true),
        ("a=1; Secure", "https://www.a.example/dir/", true),
        ("a=1; Secure", "http://www.a.example/dir/", false),
        ("=1", "https://www.a.example/dir/", false), ("a", "https://www.a.example/dir/", false),
        ("", "https://www.a.example/dir/", false), (";", "https://www.a.example/dir/", false),
    ])
    func `where a cookie goes`(cookie: String, url: String, goes: Bool) throws {
        #expect(try header([cookie], to: url) == (goes ? "a=1" : nil))
    }

    @Test func `a host that is an address shares with nobody`() throws {
        let from = "http://10.0.0.1/"
        #expect(try header(["a=1; Domain=0.0.1"], from: from, to: "http://1.0.0.1/") == nil)
        #expect(try header(["a=1; Domain=10.0.0.1"], from: from, to: from) == "a=1")
        #expect(try header(["a=1; Domain=localhost"], from: "http://localhost/", to: from) == nil)
    }

    @Test(arguments: [
        ("a=1; Max-Age=60", 59, true), ("a=1; Max-Age=60", 60, false), ("a=1; Max-Age=0", 0, false),
        ("a=1; Max-Age=-5", 0, false), ("a=1; Max-Age=nonsense", 1, true),
        ("a=1; Max-Age=99999999999999999999", 1, true),
        ("a=1; Expires=Tue, 14 Nov 2023 22:13:30 GMT", 9, true),
        ("a=1; Expires=Tue, 14 Nov 2023 22:13:30 GMT", 10, false),
        ("a=1; Expires=Tuesday, 14-Nov-23 22:13:30 GMT", 10, false),
        ("a=1; Expires=Tue Nov 14 22:13:30 2023", 9, true),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 0, false),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", 59, true),
        ("a=1; Expires=soon", 1, true), ("a=1; Expires=Wed, 99 Foo 2023 99:99:99", 1, true),
        ("a=1; Expires=Fri, 29 Feb 2036 00:00:00 GMT", 387_856_000 - 1, true),
        ("a=1; Expires=Fri, 29 Feb 2036 00:00:00 GMT", 387_856_000, false),
    ])
    func `how long it lives`(cookie: String, seconds: Int, lives: Bool) throws {
        let url = "https://www.a.example/dir/"
        #expect(try header([cookie], to: url, after: seconds) == (lives ? "a=1" : nil))
    }

    @Test func `a newer cookie takes the place of its like, and may put it out`() throws {
        let url = "https://www.a.example/dir/"
        #expect(try header(["a=1", "a=2"], to: url) == "a=2")
        #expect(try header(["a=1", "a=; Max-Age=0"], to: url) == nil)
        let paths = ["a=1; Path=/", "a=2; Path=/dir", "b=3; Path=/"]
        #expect(try header(paths, to: url) == "a=2; a=1; b=3")
    }

    @Test func `what TLS protects is not changed without it`() throws {
        var jar = CookieJar()
        let (http, https) = (
            try OriginURL("http://a.example/"), try OriginURL("https://a.example/")
        )
        jar.store("a=1; Secure", from: https, at: now)
        jar.store("a=2", from: http, at: now)
        jar.store("b=3; Secure", from: http, at: now)
        #expect(jar.header(for: https, own: nil, at: now) == "a=1")
        #expect(jar.header(for: http, own: nil, at: now) == nil)
    }

    @Test func `the request's own cookies stay, but for what the origin has set since`() throws {
        let url = "https://www.a.example/dir/"
        #expect(try header(["a=1"], to: url, own: "a=0; b=2;c=3; ") == "b=2; c=3; a=1")
        #expect(try header([], to: url, own: "sess=abc; Path=/") == "sess=abc; Path=/")
        #expect(try header([], to: url, own: " ") == nil)
    }

    @Test func `a jar is bounded, and keeps what is new`() throws {
        var jar = CookieJar()
        let url = try OriginURL("https://a.example/")
        for number in 0..<200 { jar.store("c\(number)=1", from: url, at: now) }
        #expect(jar.count == CookieJar.maxCookies)
        let header = try #require(jar.header(for: url, own: nil, at: now))
        #expect(header.contains("c199=1") && !header.contains("c100="))
        jar.store("long=" + String(repeating: "x", count: 5000), from: url, at: now)
        jar.store("bad=\u{1}", from: url, at: now)
        #expect(jar.count == CookieJar.maxCookies)
        #expect(!"\(jar)".contains("c199"))
    }
}
