import EventLoop
import IOTestSupport
import LocalHTTP
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPServerTests {
    static let hello: @Sendable (HTTPExchange) -> Void = { exchange in
        exchange.respond(
            status: 200, headers: [("Content-Type", "text/plain")], body: Array("hello".utf8))
    }

    /// Answers with what it was asked.
    static let echo: @Sendable (HTTPExchange) -> Void = { exchange in
        let request = exchange.request
        let lines =
            ["\(request.method) \(request.path) ? \(request.query ?? "-")"]
            + request.headers.map { "\($0.0): \($0.1)" }
        exchange.respond(
            status: 200, headers: [], body: Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `GET is answered and nothing is left open`() async throws {
        let left = try await withServer(handler: Self.hello) { server in
            let answer = try await server.get("/a")
            #expect(answer.status == 200)
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.header("content-length") == "5")
            #expect(answer.header("content-type") == "text/plain")
            #expect(answer.header("server") == nil)
        }
        #expect(left == 0)
    }

    @Test func `it listens on the IPv6 loopback too`() async throws {
        let address = SocketAddress(ip: .v6(high: 0, low: 1), port: 0)
        try await withServer(address: address, handler: Self.hello) { server in
            let answer = try await server.get("/")
            #expect(answer.status == 200)
        }
    }

    @Test func `a taken port is an error`() async throws {
        try await withServer(handler: Self.hello) { server in
            await #expect(throws: LoopError.addressInUse) {
                try await server.loop.run {
                    _ = try HTTPServer(
                        on: server.loop, address: server.address, handler: Self.hello)
                }
            }
        }
    }

    @Test func `HEAD is GET without the body, on a connection that stays`() async throws {
        try await withServer { exchange in
            exchange.respond(
                status: 200, headers: [], length: 1_000_000,
                source: unsafe HTTPBodySource { _, _ in .fail })
        } _: { server in
            let client = try await server.connect()
            for _ in 0..<2 {
                try await client.send(server.request("HEAD", "/"))
                let answer = try await client.answer(isHead: true)
                #expect(answer.status == 200)
                #expect(answer.header("content-length") == "1000000")
            }
        }
    }

    @Test func `the target arrives byte for byte`() async throws {
        let target = "/s/%41%2f..%2E/a+b;c=d/ü&%zz/seg.ts?x=%20+&y=?&_HLS_msn=3"
        try await withServer(handler: Self.echo) { server in
            let answer = try await server.get(target)
            let expected = "GET /s/%41%2f..%2E/a+b;c=d/ü&%zz/seg.ts ? x=%20+&y=?&_HLS_msn=3\n"
            #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(expected))
        }
    }

    @Test func `headers arrive in order, and repeated ones all`() async throws {
        try await withServer(handler: Self.echo) { server in
            let answer = try await server.get(
                "/", headers: ["X-A: 1", "x-b:  2 ", "X-A: 3", "X-C:"])
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == "GET / ? -\nHost: \(server.host)\nX-A: 1\nx-b: 2\nX-A: 3\nX-C: ")
        }
    }

    @Test func `pipelined requests are answered in order on one connection`() async throws {
        try await withServer(handler: Self.echo) { server in
            let client = try await server.connect()
            try await client.send((0..<50).map { server.request("GET", "/\($0)") }.joined())
            for index in 0..<50 {
                let answer = try await client.answer()
                #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("GET /\(index) "))
            }
        }
    }

    @Test func `answers that come later, out of order, reach their clients`() async throws {
        let exchanges = Mailbox<HTTPExchange>()
        try await withServer {
            exchanges.send($0)
        } _: { server in
            let first = try await server.connect()
            let second = try await server.connect()
            try await first.send(server.request("GET", "/1"))
            let held = try await exchanges.next()
            try await second.send(server.request("GET", "/2"))
            let other = try await exchanges.next()
            try await server.loop.run { Self.echo(other) }
            #expect(String(decoding: try await second.answer().body, as: UTF8.self).contains("/2"))
            try await server.loop.run { Self.echo(held) }
            #expect(String(decoding: try await first.answer().body, as: UTF8.self).contains("/1"))
        }
    }

    @Test func `Connection close is honoured`() async throws {
        try await withServer(handler: Self.hello) { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/", ["Connection: close"]))
            #expect(try await client.answer().header("connection") == "close")
            #expect(try await client.end().0 == .closed)
        }
    }

    @Test func `a 304 says the length of the body that it leaves out`() async throws {
        try await withServer { exchange in
            exchange.respond(
                status: 304, headers: [("ETag", "\"a\"")], length: 99,
                source: unsafe HTTPBodySource { _, _ in .fail })
        } _: { server in
            let client = try await server.connect()
            for _ in 0..<2 {
                try await client.send(server.request("GET", "/"))
                let answer = try await client.answer()
                #expect(answer.status == 304)
                #expect(answer.header("etag") == "\"a\"")
                #expect(answer.header("content-length") == "99")
            }
        }
    }

    @Test func `framing headers of the caller are left out, odd ones too`() async throws {
        try await withServer { exchange in
            exchange.respond(
                status: 206,
                headers: [
                    ("content-length", "77"), ("Transfer-Encoding", "chunked"),
                    ("X-Split", "a\r\nX-Injected: 1"), ("Content-Range", "bytes 0-4/9"),
                ], body: Array("hello".utf8))
        } _: { server in
            let answer = try await server.get("/")
            #expect(answer.status == 206)
            #expect(answer.header("content-length") == "5")
            #expect(answer.header("transfer-encoding") == nil)
            #expect(answer.header("x-injected") == nil)
            #expect(answer.header("content-range") == "bytes 0-4/9")
        }
    }

    @Test func `R7: HTTP 1.0 gets a length and the end, or keep-alive if it asks`() async throws {
        try await withServer(handler: Self.hello) { server in
            let client = try await server.connect()
            try await client.send(
                server.request("GET", "/", ["Connection: keep-alive"], version: "HTTP/1.0"))
            #expect(try await client.answer().header("content-length") == "5")
            try await client.send(server.request("GET", "/", version: "HTTP/1.0"))
            #expect(try await client.answer().body == Array("hello".utf8))
            #expect(try await client.end().0 == .closed)
        }
    }

    @Test func `R7: 32 clients at once are all served`() async throws {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let left = try await withServer { exchange in
            exchange.respond(status: 200, headers: [], body: body)
        } _: { server in
            try await withThrowingTaskGroup(of: Bool.self) { clients in
                for _ in 0..<32 {
                    clients.addTask {
                        let client = try await server.connect()
                        defer { client.close() }
                        for _ in 0..<5 {
                            try await client.send(server.request("GET", "/"))
                            guard try await client.answer().body == body else { return false }
                        }
                        return true
                    }
                }
                for try await isEqual in clients { #expect(isEqual) }
            }
        }
        #expect(left == 0)
    }

    @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a"])
    func `a client that leaves amid its request frees its place`(_ start: String) async throws {
        var limits = HTTPLimits()
        limits.connections = 1
        limits.headerTime = .seconds(3600)
        try await withServer(limits: limits, handler: Self.hello) { server in
            for _ in 0..<30 {
                let client = try await server.connect()
                try await client.send(start)
                client.close()
                #expect(try await server.get("/").status == 200)
            }
        }
    }

    @Test func `a connection above the limit waits for one to close`() async throws {
        var limits = HTTPLimits()
        limits.connections = 2
        try await withServer(limits: limits, handler: Self.hello) { server in
            var clients: [HTTPClient] = []
            for _ in 0..<2 {
                let client = try await server.connect()
                try await client.send(server.request("GET", "/"))
                _ = try await client.answer()
                clients.append(client)
            }
            let waiting = try await server.connect()
            try await waiting.send(server.request("GET", "/late"))
            clients[0].close()
            #expect(try await waiting.answer().status == 200)
        }
    }
}
