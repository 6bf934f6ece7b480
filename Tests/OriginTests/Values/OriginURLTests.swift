import Origin
import Testing

@Suite struct OriginURLTests {
    @Test(arguments: [
        ("http://a.example/x", "http://a.example/x"),
        ("HTTPS://A.Example:8443/X?y=1#z", "https://A.Example:8443/X?y=1"),
        ("http://a.example", "http://a.example/"),
        ("http://a.example?x=1", "http://a.example/?x=1"),
        ("http://a.example#z", "http://a.example/"),
        ("http://u:p@a.example/", "http://u:p@a.example/"),
        ("http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"),
        ("http://a.example:/", "http://a.example:/"),
        // Byte for byte: neither dots nor escapes are touched.
        ("http://a.example/a/../b/./%7e%2F//c;d", "http://a.example/a/../b/./%7e%2F//c;d"),
        (
            "http://a.example/?t=exp=1~acl=/x/*~hmac=0f",
            "http://a.example/?t=exp=1~acl=/x/*~hmac=0f"
        ),
        // What no request line can hold is encoded, as browsers do.
        ("http://a.example/a b\tc\r\nX: y", "http://a.example/a%20b%09c%0D%0AX:%20y"),
        ("http://a.example/é?q=\u{301}", "http://a.example/%C3%A9?q=%CC%81"),
    ])
    func `what is sent`(text: String, sent: String) throws {
        #expect(try OriginURL(text).text == sent)
    }

    @Test(arguments: [
        ("http://A.Example/", "http://a.example:80"),
        ("https://a.example/", "https://a.example:443"),
        ("https://a.example:80/", "https://a.example:80"),
        ("http://u@a.example:8080/", "http://a.example:8080"),
        ("http://[::FFFF:1]/", "http://[::ffff:1]:80"),
        ("http://a.example.?x", "http://a.example.:80"),
    ])
    func `the site`(text: String, site: String) throws {
        #expect(try OriginURL(text).site.description == site)
    }

    @Test(arguments: [
        ("", OriginError.malformedURL), ("a.example/x", .malformedURL),
        ("//a.example", .malformedURL),
        ("http:/a.example", .malformedURL), ("http:a.example", .malformedURL),
        ("http:///x", .malformedURL), ("http://:80/", .malformedURL),
        ("http://a.example:0/", .malformedURL), ("http://a.example:65536/", .malformedURL),
        ("http://a.example:8 0/", .malformedURL), ("http://a.example:x/", .malformedURL),
        ("http://a.example:1:2/", .malformedURL), ("http://a b/", .malformedURL),
        ("http://trusted\\@evil.example/", .malformedURL), ("http://a@b@c/", .malformedURL),
        ("http://trusted%2eexample/", .malformedURL), ("http://[::1", .malformedURL),
        ("http://[::1]x/", .malformedURL), ("http://[fe80::1%25eth0]/", .malformedURL),
        ("http://[]/", .malformedURL), ("http://a]/", .malformedURL),
        ("http://127\u{3002}0.0.1/", .malformedURL), ("http://\u{ff41}.example/", .malformedURL),
        ("http://a\u{0}.example/", .malformedURL), ("http://a\r\n/", .malformedURL),
        ("ftp://a.example/", .refusedScheme), ("file:///etc/passwd", .refusedScheme),
        ("data:,x", .refusedScheme), ("skd://key", .refusedScheme), ("httpx://a/", .refusedScheme),
    ])
    func `what two readers could take for two hosts is refused`(text: String, error: OriginError) {
        #expect(throws: error) { try OriginURL(text) }
    }

    /// The table of RFC 3986, section 5.4, with a base of our schemes.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
        ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"),
        ("https://other/x/../y", "https://other/x/../y"), ("//u@h:1/x", "http://u@h:1/x"),
        ("a//b", "http://a/b/c/a//b"), ("g h", "http://a/b/c/g%20h"),
    ])
    func `what a reference means`(reference: String, meant: String) throws {
        let base = try OriginURL("http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).text == meant)
    }

    @Test func `user information stays with its authority`() throws {
        let base = try OriginURL("http://u:p@a.example:81/x/y?q")
        #expect(try base.resolving("z").text == "http://u:p@a.example:81/x/z")
        #expect(try base.resolving("//b.example/z").text == "http://b.example/z")
    }

    @Test func `a description shows no path and no query`() throws {
        let url = try OriginURL("https://a.example/signed?token=canary")
        #expect("\(url)" == "https://a.example:443/…")
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("canary"))
        let request = OriginRequest(url: url.text, headers: [("X", "canary")])
        dump(request, to: &dumped)
        #expect(!dumped.contains("canary") && !"\(request)".contains("canary"))
    }
}
