import IOTestSupport
import EventLoop
import LocalHTTP
import Testing

/// Requests that no handler sees.
@Suite(.timeLimit(.minutes(1))) struct HTTPRefusalTests {
    @Test(arguments: RefusedRequest.all) func `is refused and closed`(_ test: RefusedRequest)
        async throws
    {
        let left = try await withServer { exchange in
            Issue.record("a handler saw \(exchange.request)")
        } _: { server in
            let client = try await server.connect()
            let text = test.lines.map { $0.replacing("HOST", with: server.host) + "\r\n" }.joined()
            // What follows must not be read as a request.
            let next = server.request("GET", "/smuggled")
            try await client.send(text + "\r\n" + test.body + next)
            let answer = try await client.answer()
            #expect(answer.status == test.status)
            #expect(answer.header("connection") == "close")
            #expect((answer.header("allow") != nil) == (test.status == 405))
            let rest = String(decoding: try await client.end().rest, as: UTF8.self)
            #expect(!rest.contains("200"))
        }
        #expect(left == 0)
    }

    @Test func `garbage ends without a handler`() async throws {
        var limits = HTTPLimits()
        limits.headerTime = .milliseconds(100)
        try await withServer(limits: limits) { exchange in
            Issue.record("a handler saw \(exchange.request)")
        } _: { server in
            for garbage in [
                "\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n", "GET /\r\n\r\n",
                "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "\0\0\0\0\r\n\r\n",
                "A\r\n\r\n",
            ] {
                let client = try await server.connect()
                try await client.send(garbage + "\r\n")
                _ = try await client.end()
            }
        }
    }

    @Test func `an empty body is none`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let answer = try await server.get("/", headers: ["Content-Length: 0"])
            #expect(answer.status == 200)
        }
    }

    @Test func `headers just within the limit pass`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let long = "X-A: " + String(repeating: "a", count: 8_000)
            let answer = try await server.get("/", headers: [long])
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: a\r\nX-A: ", "GET / HT"])
    func `a client that does not finish its headers is hung up on`(_ start: String) async throws {
        var limits = HTTPLimits()
        limits.headerTime = .milliseconds(50)
        let left = try await withServer(limits: limits, handler: HTTPServerTests.hello) { server in
            let client = try await server.connect()
            try await client.send(start)
            _ = try await client.end()
        }
        #expect(left == 0)
    }

    @Test func `an idle connection is closed in the end`() async throws {
        var limits = HTTPLimits()
        limits.idleTime = .milliseconds(50)
        try await withServer(limits: limits, handler: HTTPServerTests.hello) { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            _ = try await client.answer()
            #expect(try await client.end().0 == .closed)
        }
    }
}
