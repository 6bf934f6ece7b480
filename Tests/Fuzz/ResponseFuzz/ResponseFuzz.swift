import Origin

/// The first byte says what was asked for; the rest is what an origin answers, redirects included: lines
/// of heads, and after each head a byte that is the length of a piece of its body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzResponse(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    var request = OriginRequest(
        url: "https://a.test/p?sig=1", headers: [("X-Any-Name", "secret")], maxLength: longest)
    request.method = kind & 1 == 0 ? .get : .head
    request.byteRange = ranges[Int(kind >> 1) % ranges.count]
    do throws(OriginError) {
        var machine = try FetchMachine(request, under: OriginPolicy(plainHTTP: .allowed))
        try answer(&machine, with: input.dropFirst())
    } catch {
        // What a broken origin deserves.
    }
    return 0
}

private let longest = 1_000
private let ranges: [OriginRange?] = [nil, .from(0), .from(5), .closed(2...9), .suffix(4)]

private func answer(
    _ machine: inout FetchMachine, with bytes: ArraySlice<UInt8>
) throws(OriginError) {
    var rest = bytes
    var jar = CookieJar()
    var delivered = 0
    for _ in 0..<20 {
        var head = FetchMachine.Head.incomplete
        while case .incomplete = head {
            guard let line = nextLine(&rest) else { return }
            head = try machine.headerLine(line)
        }
        if case .passing(let cookies) = head {
            for cookie in cookies { jar.store(cookie, from: machine.url, at: 0) }
        }
        while let piece = rest.popFirst(), piece > 0 {
            switch try machine.body(Int(piece)) {
            case .deliver: delivered += Int(piece)
            case .discard: break
            case .abandon: break
            }
            precondition(delivered <= longest, "more than was allowed")
        }
        guard try machine.ended(nil) == .askAgain else { return }
        checkSecrecy(machine, jar)
    }
    preconditionFailure("redirects without end")
}

/// A header that the app made up goes to its own site and to no other.
private func checkSecrecy(_ machine: FetchMachine, _ jar: CookieJar) {
    let isOwn = machine.url.site == first
    let sent = machine.requestHeaders(jar: jar, at: 0)
    precondition(
        sent.contains { $0.value.contains("secret") } == isOwn || jar.count > 0,
        "a secret went elsewhere")
    precondition(
        sent.allSatisfy { $0.value.utf8.allSatisfy { $0 >= 0x20 || $0 == 9 } },
        "a header that breaks its line")
}

private let first: WebSite = {
    do { return try OriginURL("https://a.test/").site } catch { preconditionFailure("a URL") }
}()

private func nextLine(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
}
