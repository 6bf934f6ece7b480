import Origin

/// Any text is a URL, and a reference that a redirect gives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOriginURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    check { () throws(OriginError) in try OriginURL(text) }
    for base in ["https://user@a.test:8443/b/c/d?e=f", "http://[2001:db8::1]/"] {
        check { () throws(OriginError) in try OriginURL(base).resolving(text) }
    }
    checkRedirect(to: text)
    return 0
}

private func check(_ make: () throws(OriginError) -> OriginURL) {
    let url: OriginURL
    do throws(OriginError) { url = try make() } catch { return }
    precondition(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "not to be sent in a line")
    precondition(!url.host.isEmpty && url.path.hasPrefix("/"), "no host, or no path")
    precondition(url.host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }, "a host with a gap")
    do throws(OriginError) {
        let again = try OriginURL(url.text)
        precondition(again.site == url.site && again.text == url.text, "two readings of one URL")
    } catch {
        preconditionFailure("what was read cannot be read again")
    }
}

private func checkRedirect(to location: String) {
    do throws(OriginError) {
        let policy = OriginPolicy(plainHTTP: .allowed)
        var redirects = try RedirectPolicy(from: try OriginURL("https://a.test/"), under: policy)
        for _ in 0..<RedirectPolicy.limit { try redirects.follow(location) }
        precondition(redirects.current.scheme == .https, "TLS was left")
        try redirects.follow(location)
    } catch {
        return
    }
    preconditionFailure("redirects without end")
}
