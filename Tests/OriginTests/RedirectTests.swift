import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
    private static let secrets: [OriginHeader] = [
        ("Authorization", "Bearer canary-1"), ("Cookie", "session=canary-2"),
        ("X-Auth-Token", "canary-3"), ("X-Playback-Session-Id", "canary-4"),
        ("Token", "canary-5"), ("Proxy-Authorization", "canary-6"),
        ("Referer", "http://page.example/watch?sig=canary-7"),
        ("User-Agent", "Lavf/59.27.100"), ("Icy-MetaData", "1"), ("If-None-Match", "\"tag\""),
    ]

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `another host or port learns no secret`(host: String) async throws {
        try await OriginWorld.run { world in
            let target = try await world.serve { $0.answer(body: "end") }
            let first = try await world.serve { exchange in
                exchange.redirect(to: target.url("/b?own=1", host: host))
            }
            let fetched = try await world.fetch(
                first.url("/a?sig=canary-8"), headers: Self.secrets, range: nil)
            #expect(fetched.text == "end")
            #expect(fetched.responses.first?.finalURL == target.url("/b?own=1", host: host))
            let (asked, leaked) = try await world.loop.run {
                (first.requests[0].head, target.requests[0])
            }
            for number in 1...5 { #expect(asked.contains("canary-\(number)")) }
            #expect(!asked.contains("canary-6"))
            #expect(!leaked.head.contains("canary"), "\(leaked.head)")
            #expect(leaked.values("user-agent") == ["Lavf/59.27.100"])
            #expect(leaked.values("icy-metadata") == ["1"])
            #expect(leaked.values("if-none-match") == ["\"tag\""])
            #expect(leaked.values("referer") == ["http://page.example/"])
        }
    }

    @Test func `the same scheme, host and port gets everything again`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                switch exchange.request.target {
                case "/live/a": exchange.redirect(to: "b?x=1", status: "307 Temporary Redirect")
                default: exchange.answer(body: "end")
                }
            }
            let fetched = try await world.fetch(server.url("/live/a"), headers: Self.secrets)
            #expect(fetched.responses.first?.finalURL == server.url("/live/b?x=1"))
            let second = try await world.requests(of: server)[1]
            #expect(second.target == "/live/b?x=1")
            for number in 1...5 { #expect(second.head.contains("canary-\(number)")) }
            #expect(try await world.accepted(by: server) == 1)
        }
    }

    @Test func `a way back to the first site is trusted again`() async throws {
        try await OriginWorld.run { world in
            let ports = Log<UInt16>()
            let other = try await world.serve { exchange in
                exchange.redirect(to: "http://127.0.0.1:\(ports.entries[0])/end")
            }
            let first = try await world.serve { exchange in
                switch exchange.request.target {
                case "/start": exchange.redirect(to: other.url("/between"))
                default: exchange.answer(body: "end")
                }
            }
            ports.append(first.port)
            let fetched = try await world.fetch(first.url("/start"), headers: Self.secrets)
            #expect(fetched.text == "end")
            #expect(try await !world.requests(of: other)[0].head.contains("canary"))
            #expect(try await world.requests(of: first)[1].head.contains("canary-3"))
        }
    }

    @Test func `five redirects are followed, a sixth is not`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                let number = Int(exchange.request.target.dropFirst()) ?? 0
                if number == 0 {
                    exchange.answer(body: "end")
                } else {
                    exchange.redirect(to: "/\(number - 1)")
                }
            }
            #expect(try await world.fetch(server.url("/5")).text == "end")
            #expect(try await world.fetch(server.url("/6")).error == .tooManyRedirects)
        }
    }

    @Test(arguments: [
        ("file:///etc/passwd", OriginError.refusedScheme), ("gopher://127.0.0.1/", .refusedScheme),
        ("http://[::1", .malformedURL), ("http://a@b@127.0.0.1/", .malformedURL),
    ])
    func `a redirect to what must not be asked fails`(
        location: String, error: OriginError
    ) async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.redirect(to: location) }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.error == error)
            #expect(fetched.responses.isEmpty)
        }
    }

    @Test func `a redirect without a place to go is an answer`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer("302 Found", body: "nowhere") }
            let fetched = try await world.fetch(server.url("/"))
            #expect(fetched.status == 302)
            #expect(fetched.text == "nowhere")
        }
    }

    @Test func `the body of a redirect is not waited for without end`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                switch exchange.request.target {
                case "/endless":
                    let head =
                        "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 10000000\r\n\r\n"
                    exchange.send(head + String(repeating: "x", count: 200_000))
                default:
                    exchange.answer(body: "end")
                }
            }
            let fetched = try await world.fetch(server.url("/endless"))
            #expect(fetched.text == "end")
            #expect(try await world.accepted(by: server) == 2)
        }
    }

    @Test func `a range and its condition survive the redirect`() async throws {
        try await OriginWorld.run { world in
            let target = try await world.serve { exchange in
                exchange.answer(
                    "206 Partial Content", headers: ["Content-Range: bytes 2-4/9"], body: "cde")
            }
            let first = try await world.serve { $0.redirect(to: target.url("/")) }
            let fetched = try await world.fetch(
                first.url("/"), headers: [("If-Range", "\"tag\"")], range: .closed(2...4))
            #expect(fetched.text == "cde")
            let asked = try await world.requests(of: target)[0]
            #expect(asked.values("range") == ["bytes=2-4"])
            #expect(asked.values("if-range") == ["\"tag\""])
        }
    }

    @Test func `cookies go where they were set, redirects included`() async throws {
        try await OriginWorld.run { world in
            let other = try await world.serve { exchange in
                exchange.answer(headers: ["Set-Cookie: b=2"], body: "end")
            }
            let first = try await world.serve { exchange in
                exchange.answer(
                    "302 Found",
                    headers: [
                        "Location: \(other.url("/x", host: "localhost"))", "Set-Cookie: a=1",
                        "Set-Cookie: session=new; HttpOnly",
                    ])
            }
            let cookie: [OriginHeader] = [("Cookie", "session=old; own=3")]
            for _ in 0..<2 { _ = try await world.fetch(first.url("/"), headers: cookie) }
            let (atFirst, atOther) = try await world.loop.run {
                (
                    first.requests.map { $0.values("cookie") },
                    other.requests.map { $0.values("cookie") }
                )
            }
            #expect(atFirst == [["session=old; own=3"], ["own=3; a=1; session=new"]])
            #expect(atOther == [[], ["b=2"]])
        }
    }
}
