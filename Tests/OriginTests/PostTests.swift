import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

/// What is sent with a body is sent once, to where the request says, and its answer is the answer.
@Suite(.timeLimit(.minutes(1))) struct PostTests {
    private static let body = Array(#"{"drm_kek":"canary-key","film_id":"café"}"#.utf8)
    private static let headers: [OriginHeader] = [
        ("Content-Type", "application/json"), ("Authorization", "Bearer canary-1"),
    ]

    private static func request(_ url: String, body: [UInt8] = body) -> OriginRequest {
        OriginRequest(url: url, headers: headers, method: .post(body))
    }

    @Test(arguments: [0, 41, 300_000])
    func `the body arrives with its length and type`(count: Int) async throws {
        let body = Array(repeating: Self.body, count: count / 40 + 1).joined().prefix(count)
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer(body: "taken") }
            let fetched = try await world.fetch(
                Self.request(server.url("/v1/play"), body: Array(body)))
            #expect(fetched.text == "taken" && fetched.end == .finished)
            let request = try await world.requests(of: server)[0]
            #expect(request.line == "POST /v1/play HTTP/1.1")
            #expect(request.body == Array(body))
            #expect(request.values("Content-Type") == ["application/json"])
            #expect(request.values("Content-Length") == ["\(count)"])
            #expect(request.values("Authorization") == ["Bearer canary-1"])
        }
    }

    @Test(arguments: [400, 401, 402, 403, 404, 429, 500, 503])
    func `any status is an answer, with its body`(status: Int) async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer("\(status) Status", body: "why") }
            let fetched = try await world.fetch(Self.request(server.url("/")))
            #expect(fetched.status == status && fetched.text == "why")
            #expect(try await world.requests(of: server).count == 1)
        }
    }

    @Test(arguments: ["301 Moved", "302 Found", "303 See Other", "307 Again", "308 Moved"])
    func `a redirect is an answer, too: nobody else is asked`(status: String) async throws {
        try await OriginWorld.run { world in
            let other = try await world.serve { $0.answer(body: "end") }
            let first = try await world.serve { exchange in
                exchange.redirect(
                    to: exchange.request.target == "/same" ? "/b" : other.url("/b"),
                    status: status)
            }
            for target in ["/same", "/other"] {
                let fetched = try await world.fetch(Self.request(first.url(target)))
                #expect(fetched.text == "elsewhere")
                #expect(fetched.status == Int(status.prefix(3)))
            }
            #expect(try await world.requests(of: first).count == 2)
            #expect(try await world.requests(of: other).isEmpty)
        }
    }

    @Test func `a connection that breaks after the request has it sent once`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.request.target == "/first"
                    ? exchange.answer(body: "taken") : exchange.close()
            }
            // A connection that was of use before is where a client would be tempted to try again.
            #expect(try await world.fetch(server.url("/first")).text == "taken")
            let fetched = try await world.fetch(Self.request(server.url("/second")))
            #expect(fetched.error == .connectionLost)
            #expect(try await world.requests(of: server).map(\.target) == ["/first", "/second"])
        }
    }

    @Test func `an encoding that nobody knows has nothing asked again`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer(headers: ["Content-Encoding: utf-8"], body: "text")
            }
            let fetched = try await world.fetch(Self.request(server.url("/")))
            #expect(fetched.error == .protocolError)
            #expect(try await world.requests(of: server).count == 1)
        }
    }

    @Test func `no more is taken than is allowed, declared or not`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                guard exchange.request.target == "/declared" else {
                    exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                    return exchange.send(Array(repeating: 0x20, count: 2_000))
                }
                exchange.answer(body: String(repeating: " ", count: 1_001))
            }
            for target in ["/declared", "/undeclared"] {
                var request = Self.request(server.url(target))
                request.maxLength = 1_000
                let fetched = try await world.fetch(request)
                #expect(fetched.error == .tooLarge)
                #expect(fetched.body.count <= 1_000)
            }
        }
    }

    @Test func `a request that follows on the same client is none`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer(body: "taken") }
            _ = try await world.fetch(Self.request(server.url("/one")))
            _ = try await world.fetch(server.url("/two"))
            let requests = try await world.requests(of: server)
            #expect(requests[1].line == "GET /two HTTP/1.1" && requests[1].body.isEmpty)
        }
    }

    @Test func `no description shows what it holds`() {
        let request = Self.request("https://a.example/canary")
        var dumped = ""
        dump(request, to: &dumped)
        dump(request.method, to: &dumped)
        for text in ["\(request)", String(reflecting: request.method), dumped] {
            #expect(!text.contains("canary") && !text.contains("123"), "\(text)")
        }
    }
}
