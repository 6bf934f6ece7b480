import Testing

/// What the server must answer by itself.
struct RefusedRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int
    /// `HOST` stands for the server's own.
    let lines: [String]
    let body: String

    private init(_ name: String, _ status: Int, _ lines: [String], body: String = "") {
        testDescription = name
        self.status = status
        self.lines = lines
        self.body = body
    }

    static let all = [
        RefusedRequest("absolute-form", 400, ["GET http://HOST/a HTTP/1.1", "Host: HOST"]),
        RefusedRequest("authority-form", 400, ["CONNECT HOST HTTP/1.1", "Host: HOST"]),
        RefusedRequest("CONNECT of a path", 400, ["CONNECT / HTTP/1.1", "Host: HOST"]),
        RefusedRequest("asterisk-form", 400, ["OPTIONS * HTTP/1.1", "Host: HOST"]),
        RefusedRequest("a target without a slash", 400, ["GET a HTTP/1.1", "Host: HOST"]),
        RefusedRequest("no Host", 400, ["GET / HTTP/1.1"]),
        RefusedRequest("two Hosts", 400, ["GET / HTTP/1.1", "Host: HOST", "Host: HOST"]),
        RefusedRequest(
            "two Hosts in HTTP/1.0", 400, ["GET / HTTP/1.0", "Host: HOST", "Host: HOST"]),
        RefusedRequest("no Host in HTTP/1.0", 400, ["GET / HTTP/1.0"]),
        RefusedRequest("another Host", 403, ["GET / HTTP/1.1", "Host: evil.example"]),
        RefusedRequest(
            "another Host behind ours", 403,
            ["GET / HTTP/1.1", "Host: HOST", "Host: evil.example"]),
        RefusedRequest("POST to another Host", 403, ["POST / HTTP/1.1", "Host: evil.example"]),
        RefusedRequest("TRACE to another Host", 403, ["TRACE / HTTP/1.1", "Host: evil.example"]),
        RefusedRequest(
            "a body to another Host", 403,
            ["POST / HTTP/1.1", "Host: evil.example", "Content-Length: 5"], body: "hello"),
        RefusedRequest(
            "a malformed request to another Host", 403,
            ["GET /a HTTP/1.1", "Host: evil.example", "Upgrade: h2c"]),
        RefusedRequest(
            "long headers to another Host", 403,
            [
                "GET / HTTP/1.1", "Host: evil.example",
                "X-A: " + String(repeating: "a", count: 8_200),
            ]),
        RefusedRequest("Upgrade", 400, ["GET / HTTP/1.1", "Host: HOST", "Upgrade: h2c"]),
        RefusedRequest(
            "Transfer-Encoding", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding: chunked"],
            body: "0\r\n\r\n"),
        RefusedRequest(
            "length and encoding", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 5", "Transfer-Encoding: chunked"],
            body: "0\r\n\r\n"),
        RefusedRequest(
            "encoding and length", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding: chunked", "Content-Length: 5"],
            body: "0\r\n\r\n"),
        RefusedRequest(
            "an encoding in disguise", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding: xchunked", "Content-Length: 0"]),
        RefusedRequest(
            "two lengths", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 0", "Content-Length: 0"]),
        RefusedRequest(
            "two lengths that differ", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 0", "Content-Length: 5"],
            body: "GET /"),
        RefusedRequest(
            "two lengths in other letters", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 0", "content-length: 0"]),
        RefusedRequest(
            "an encoding that is none", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding: identity"]),
        RefusedRequest(
            "a tab before the encoding", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding:\tchunked"], body: "0\r\n\r\n"),
        RefusedRequest(
            "a hexadecimal length", 400, ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 0x0"]),
        RefusedRequest(
            "a negative length", 400, ["GET / HTTP/1.1", "Host: HOST", "Content-Length: -1"]),
        RefusedRequest(
            "a signed length", 400, ["GET / HTTP/1.1", "Host: HOST", "Content-Length: +0"]),
        RefusedRequest(
            "a list of lengths", 400, ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 0, 0"]),
        RefusedRequest(
            "an endless length", 413,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: \(UInt64.max)"]),
        RefusedRequest(
            "a space before the colon", 400,
            ["GET / HTTP/1.1", "Host: HOST", "Transfer-Encoding : chunked"]),
        RefusedRequest(
            "a body", 413, ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 5"], body: "hello"),
        RefusedRequest(
            "a body that waits", 413,
            ["GET / HTTP/1.1", "Host: HOST", "Content-Length: 5", "Expect: 100-continue"]),
        RefusedRequest("POST", 405, ["POST / HTTP/1.1", "Host: HOST", "Content-Length: 0"]),
        RefusedRequest("TRACE", 405, ["TRACE / HTTP/1.1", "Host: HOST"]),
        RefusedRequest("a lower-case method", 405, ["get / HTTP/1.1", "Host: HOST"]),
        RefusedRequest(
            "long headers", 431,
            ["GET / HTTP/1.1", "Host: HOST", "X-A: " + String(repeating: "a", count: 8_200)]),
        RefusedRequest(
            "many headers", 431,
            ["GET / HTTP/1.1", "Host: HOST"] + (0..<900).map { "X-\($0): \($0)" }),
        RefusedRequest(
            "endless headers", 431,
            ["GET / HTTP/1.1", "Host: HOST", "X-A: " + String(repeating: "a", count: 200_000)]),
    ]
}
