import Origin

/// Lines are cookies that two sites set in turn; no third may see them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCookie(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(OriginError) {
        let setters = [
            try OriginURL("https://www.a.test/x/y"), try OriginURL("http://b.test:81/"),
        ]
        var jar = CookieJar()
        for (number, line) in input.split(separator: UInt8(ascii: "\n")).enumerated() {
            let header = String(decoding: line, as: UTF8.self)
            jar.store(header, from: setters[number % 2], at: 1_000)
            precondition(jar.count <= CookieJar.maxCookies, "more cookies than there is room for")
        }
        for stranger in ["https://c.test/x/y", "https://xa.test/x/y", "https://test/"] {
            let seen = jar.header(for: try OriginURL(stranger), own: nil, at: 1_000)
            precondition(seen == nil, "a cookie went to a stranger")
        }
        for url in setters {
            let header = jar.header(for: url, own: "mine=1", at: 1_000) ?? ""
            precondition(
                header.utf8.allSatisfy { ($0 >= 0x20 || $0 == 9) && $0 != 0x7f },
                "a cookie that breaks its line")
        }
    } catch {
        preconditionFailure("our own URLs are malformed")
    }
    return 0
}
