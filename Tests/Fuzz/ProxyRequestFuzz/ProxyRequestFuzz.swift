import Crypto
import LocalHTTP
import PlaybackProxy
import Primitives

private let token = Bytes32(words: (1, 2, 3, 4))
private let host = HostRule(port: 8_080)
private let pages = CrossOriginRule(allowedOrigins: ["https://player.test"])

/// Lines of text are a request: method and target, then headers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProxyRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let words = lines[0].split(separator: " ", maxSplits: 1)
    let request = HTTPRequest(
        method: words.first.map(String.init) ?? "",
        target: words.count == 2 ? String(words[1]) : "",
        headers: lines.dropFirst().map(header), version: .http11)
    checkRefusal(request)
    checkPath(request.path)
    checkPage(request)
    checkForwarding(request)
    _ = ContentTypeRule.manifest(
        contentType: request.first("Content-Type"), firstBytes: Array(request.path.utf8))
    return 0
}

private func header(_ line: String) -> (String, String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1].drop { $0 == " " }) : "")
}

/// What passes can be read in one way only.
private func checkRefusal(_ request: HTTPRequest) {
    let refusal = RequestRefusal(of: request, headerBytes: 100, limits: HTTPLimits(), host: host)
    guard refusal == nil else { return }
    precondition(["GET", "HEAD", "OPTIONS"].contains(request.method), "a method that writes")
    precondition(request.path.hasPrefix("/"), "a target that is no path")
    precondition(
        request.count(of: "Host") == 1 && request.count(of: "Transfer-Encoding") == 0
            && request.count(of: "Content-Length") <= 1, "a request of two readings")
    precondition(
        request.headers.allSatisfy { $0.1.utf8.allSatisfy { $0 >= 0x20 || $0 == 9 } },
        "a header that breaks its line")
    precondition(
        ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]
            .contains(request.first("Host")?.lowercased()), "another host")
}

private func checkPath(_ text: String) {
    guard let path = ProxyPath(text, isToken: { constantTimeEquals($0, token) }) else { return }
    precondition(path.token.secret == token, "another session's path")
    precondition(
        !path.id.isEmpty && path.id.utf8.allSatisfy { $0 > 0x2c && $0 < 0x7b && $0 != 0x2f },
        "an id of other characters")
}

private func checkPage(_ request: HTTPRequest) {
    var asked = CrossOriginRule.Request(method: request.method)
    asked.origin = request.first("Origin")
    asked.referer = request.first("Referer")
    asked.fetchSite = request.first("Sec-Fetch-Site")
    asked.requestedMethod = request.first("Access-Control-Request-Method")
    asked.requestedHeaders = request.first("Access-Control-Request-Headers")
    let headers: [(String, String)]
    switch pages.verdict(on: asked) {
    case .refuse: return
    case .serve(let said), .answerOptions(let said): headers = said
    }
    let allowed = headers.filter { $0.0 == "Access-Control-Allow-Origin" }.map { $0.1.lowercased() }
    precondition(allowed.isEmpty || allowed == ["https://player.test"], "a stranger may read")
    precondition(
        headers.allSatisfy { $0.1.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } },
        "an answer that breaks its line")
}

private func checkForwarding(_ request: HTTPRequest) {
    let sent = HeaderForwarding.upstream(request.headers, listener: host)
    let names = Set(sent.map { $0.0.lowercased() })
    precondition(
        names.isDisjoint(with: ["host", "connection", "range", "x-forwarded-for", "via"]),
        "a header of this connection went on")
    let back = HeaderForwarding.downstream(request.headers, isRewritten: true)
    let said = Set(back.map { $0.0.lowercased() })
    precondition(
        said.isDisjoint(with: ["set-cookie", "location", "access-control-allow-origin"]),
        "an origin's word about itself went to the player")
    _ = HeaderForwarding.conditions(request.headers)
}
