import Testing

@testable import Manifests

@Suite struct ResolvedURITests {
    @Test(arguments: [
        // RFC 3986, 5.4.1
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        // RFC 3986, 5.4.2
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ])
    func `the examples of the standard resolve as it says`(_ reference: String, _ target: String)
        throws
    {
        let base = try #require(ResolvedURI("http://a/b/c/d;p?q"))
        #expect(base.resolving(reference)?.text == target)
    }

    @Test(arguments: [
        ("http://h", "s.ts", "http://h/s.ts"), ("http://h?q", "s.ts", "http://h/s.ts"),
        ("http://h/a//b/../c", "x", "http://h/a//x"), ("http://h/a//b", "../x", "http://h/a/x"),
        ("http://u:p@h:80/a", "b", "http://u:p@h:80/b"),
        ("http://[::1]:8080/a/b", "../c", "http://[::1]:8080/c"),
        ("HTTP://Host/A", "b%2f%2E%2e/c", "HTTP://Host/b%2f%2E%2e/c"),
        ("http://h/a?t=1", "s.ts?t=exp=1~acl=/x/*~hmac=9", "http://h/s.ts?t=exp=1~acl=/x/*~hmac=9"),
        ("http://h/a", "b?u=http://o/../p", "http://h/b?u=http://o/../p"),
        ("http://h/a", "a b\"ü.ts", "http://h/a%20b%22%C3%BC.ts"),
        ("http://h/a", "data:text/plain;base64,AA/../", "data:text/plain;base64,AA/../"),
        ("http://h/a", "urn:x:..", "urn:x:.."), ("http://h/a", "1:2", "http://h/1:2"),
    ])
    func `what else players meet resolves too`(
        _ base: String, _ reference: String, _ target: String
    ) throws {
        #expect(try #require(ResolvedURI(base)).resolving(reference)?.text == target)
    }

    @Test(arguments: [
        ("http://Example.COM/", URIOrigin.Scheme.http, "example.com", 80),
        ("HTTPS://u:p@h?x", .https, "h", 443), ("https://h:/", .https, "h", 443),
        ("http://[2001:DB8::1]:8080/x", .http, "[2001:db8::1]", 8080),
        ("http://[fe80::1%25eth0]/", .http, "[fe80::1%25eth0]", 80),
        ("http://127.0.0.1:65535", .http, "127.0.0.1", 65535),
    ])
    func `the origin is scheme, host and port`(
        _ text: String, _ scheme: URIOrigin.Scheme, _ host: String, _ port: UInt16
    ) throws {
        let origin = try #require(ResolvedURI(text)?.origin)
        #expect(origin.scheme == scheme)
        #expect(origin.host == host)
        #expect(origin.port == port)
    }

    @Test(arguments: [
        "skd://key", "data:,x", "urn:a:b", "ftp://h/", "http:g", "http:///p", "http://:80/",
        "http://h:65536/", "http://h:8x/", "http://good\\@evil/", "http://a@b@c/", "http://a b/",
        "http://[::1/", "http://[1.2.3.4]/", "http://[::1]x/", "http://h<i>/", "http://h%2e/",
    ])
    func `without a host that all read alike there is no origin`(_ text: String) throws {
        #expect(try #require(ResolvedURI(text)).origin == nil)
    }

    @Test func `a relative text is no absolute URI`() {
        #expect(ResolvedURI("") == nil)
        #expect(ResolvedURI("a/b") == nil)
        #expect(ResolvedURI("//h/b") == nil)
        #expect(ResolvedURI("1http://h") == nil)
    }

    @Test func `a URI past the limit is none`() throws {
        let base = try #require(ResolvedURI("http://h/"))
        let longest = String(repeating: "a", count: ResolvedURI.longest - base.text.count)
        #expect(base.resolving(longest)?.text.utf8.count == ResolvedURI.longest)
        #expect(base.resolving(longest + "a") == nil)
    }

    @Test func `path, query and last component are verbatim`() throws {
        let uri = try #require(ResolvedURI("https://h/a/b%2Fc,1.ts;v?x=%31&y#f"))
        #expect(uri.scheme == "https")
        #expect(uri.path == "/a/b%2Fc,1.ts;v")
        #expect(uri.lastPathComponent == "b%2Fc,1.ts;v")
        #expect(uri.query == "x=%31&y")
        #expect(ResolvedURI("http://h")?.path == "/")
        #expect(ResolvedURI("http://h/a/")?.lastPathComponent == "")
        #expect(ResolvedURI("http://h/a/")?.query == nil)
        #expect(ResolvedURI("http://h/?")?.query == "")
    }
}
