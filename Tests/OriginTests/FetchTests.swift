import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct FetchTests {
    @Test func `a body arrives whole, with its head`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer(headers: ["X-Cache: HIT", "x-cache: twice"], body: "segment")
            }
            let fetched = try await world.fetch(server.url("/a%2Fb/../c;d|{}?q=^&x=%7e#frag"))
            #expect(fetched.end == .finished)
            #expect(fetched.text == "segment")
            let response = try #require(fetched.responses.first)
            #expect(response.status == 200)
            #expect(response.contentLength == 7)
            #expect(response.endIsCertain)
            #expect(response.first("X-CACHE") == "HIT")
            let request = try await world.requests(of: server)[0]
            #expect(request.line == "GET /a%2Fb/../c;d|{}?q=^&x=%7e HTTP/1.1")
            #expect(request.values("Accept-Encoding") == ["identity"])
            #expect(request.values("Host") == ["127.0.0.1:\(server.port)"])
        }
    }

    @Test func `an error status is a response, and its body streams`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer("404 Not Found", body: "no such") }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.status == 404)
            #expect(fetched.text == "no such")
            #expect(fetched.end == .finished)
        }
    }

    @Test func `a chunked body has no length, but a certain end`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n")
            }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.text == "abcde")
            #expect(fetched.end == .finished)
            #expect(fetched.responses.first?.contentLength == nil)
            #expect(fetched.responses.first?.endIsCertain == true)
        }
    }

    @Test func `a body that ends with its connection is not certain to be whole`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send("HTTP/1.0 200 OK\r\n\r\nabc")
                exchange.close()
            }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.text == "abc")
            #expect(fetched.responses.first?.endIsCertain == false)
            #expect(fetched.end == .finished)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nshort",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\n",
    ])
    func `a short body is never complete`(answer: String) async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send(answer)
                exchange.close()
            }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.error == .shortBody)
        }
    }

    @Test func `bytes beyond the declared length are not taken for the next answer`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                switch exchange.request.target {
                case "/long":
                    exchange.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
                            + "abcHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
                default:
                    exchange.answer(body: "good")
                }
            }
            let first = try await world.fetch(server.url("/long"))
            #expect(first.text == "abc")
            #expect(first.end == .finished)
            let second = try await world.fetch(server.url("/next"))
            #expect(second.text == "good")
        }
    }

    @Test(arguments: [
        "NONSENSE\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nabc",
        "HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n",
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Many: 1\r\n", count: 300) + "\r\n",
        "HTTP/1.1 200 OK\r\nX-Long: " + String(repeating: "x", count: 70_000) + "\r\n\r\n",
    ])
    func `an answer that contradicts itself is refused`(answer: String) async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send(answer)
                exchange.close()
            }
            let fetched = try await world.fetch(server.url("/"))
            // To curl, a chunk size that is no number is a failure to receive, and a length beyond
            // its numbers is a long one.
            let error = try #require(fetched.error)
            #expect([.protocolError, .connectionLost, .tooLarge].contains(error))
        }
    }

    @Test func `a reset connection fails the fetch`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let log = FetchLog()
            // The listener reads nothing: closing with the request unread resets the connection.
            let held = Log<TCPConnection>()
            let listener = try await loop.run {
                try TCPListener(on: loop, address: SocketAddress(ip: .loopback, port: 0)) {
                    $0.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8))
                    held.append($0)
                }
            }
            let url = "http://127.0.0.1:\(listener.localAddress.port)/"
            try await loop.run {
                _ = world.client.fetch(OriginRequest(url: url)) { event in
                    log.take(event)
                    if case .body = event { for connection in held.entries { connection.close() } }
                }
            }
            try await loop.until { log.isOver }
            try await loop.run { listener.close() }
            #expect(log.record.text == "abc")
            #expect(log.record.error == .connectionLost)
        }
    }

    @Test func `a closed port and an unknown name fail each in its way`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer() }
            try await world.loop.run { server.close() }
            #expect(try await world.fetch(server.url("/")).error == .connectFailed)
            let unknown = "http://no-such-host.invalid/"
            #expect(try await world.fetch(unknown).error == .resolveFailed)
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", OriginError.refusedScheme), ("file:///etc/passwd", .refusedScheme),
        ("http://", .malformedURL), ("no scheme", .malformedURL),
    ])
    func `a URL that cannot be asked fails after the call`(
        url: String, error: OriginError
    ) async throws {
        try await OriginWorld.run { world in
            let fetched = try await world.fetch(url)
            #expect(fetched.error == error)
        }
    }

    @Test func `a HEAD has the length and no body`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
            }
            let fetched = try await world.fetch(
                OriginRequest(url: server.url("/"), method: .head))
            #expect(fetched.responses.first?.contentLength == 5000)
            #expect(fetched.body.isEmpty)
            #expect(fetched.end == .finished)
            #expect(try await world.requests(of: server)[0].line == "HEAD / HTTP/1.1")
        }
    }

    @Test func `a body past the limit is refused, declared or not`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                switch exchange.request.target {
                case "/declared":
                    exchange.answer(body: String(repeating: "x", count: 101))
                case "/exact":
                    exchange.answer(body: String(repeating: "x", count: 100))
                default:
                    exchange.send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 101))
                    exchange.close()
                }
            }
            for target in ["/declared", "/running"] {
                let request = OriginRequest(url: server.url(target), maxLength: 100)
                #expect(try await world.fetch(request).error == .tooLarge)
            }
            let exact = OriginRequest(url: server.url("/exact"), maxLength: 100)
            #expect(try await world.fetch(exact).end == .finished)
        }
    }

    @Test func `an encoded body that nobody asked for is decoded`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                let head =
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: \(Self.gzip.count)\r\nETag: \"1\"\r\n\r\n"
                exchange.send(Array(head.utf8) + Self.gzip)
            }
            let whole = try await world.fetch(server.url("/"))
            #expect(whole.text == "#EXTM3U\n")
            #expect(whole.end == .finished)
            let response = try #require(whole.responses.first)
            #expect(response.contentLength == nil)
            #expect(response.endIsCertain)
            #expect(response.first("content-encoding") == nil)
            #expect(response.first("content-length") == nil)
            #expect(response.first("etag") == "\"1\"")
        }
    }

    @Test func `an encoding that is none is passed on with its body`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer(headers: ["Content-Encoding: aws-chunked"], body: "segment")
            }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.end == .finished)
            #expect(fetched.text == "segment")
            #expect(fetched.responses.first?.contentLength == 7)
            #expect(fetched.responses.first?.first("content-encoding") == "aws-chunked")
            #expect(
                try await world.requests(of: server)[1].values("accept-encoding") == ["identity"])
        }
    }

    @Test func `interim responses are passed over`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                exchange.answer(body: "final")
            }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.status == 200)
            #expect(fetched.responses.first?.first("link") == nil)
            #expect(fetched.text == "final")
        }
    }

    @Test func `a connection serves one request after the other`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer(body: $0.request.target) }
            for number in 0..<5 {
                #expect(try await world.fetch(server.url("/\(number)")).text == "/\(number)")
            }
            #expect(try await world.accepted(by: server) == 1)
        }
    }

    /// `#EXTM3U\n`, compressed.
    private static let gzip: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x53, 0x76, 0x8d, 0x08, 0xf1,
        0x35, 0x0e, 0xe5, 0x02, 0x00, 0xb5, 0x98, 0xec, 0x41, 0x08, 0x00, 0x00, 0x00,
    ]
}
