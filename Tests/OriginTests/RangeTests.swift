import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct RangeTests {
    @Test func `the part that was asked for arrives`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer(
                    "206 Partial Content", headers: ["Content-Range: bytes 3-5/9"], body: "def")
            }
            let fetched = try await world.fetch(server.url("/"), range: .closed(3...5))
            #expect(fetched.end == .finished)
            #expect(fetched.responses.first?.contentRange == .part(3...5, total: 9))
            #expect(fetched.responses.first?.contentLength == 3)
            let asked = try await world.requests(of: server)[0]
            #expect(asked.values("range") == ["bytes=3-5"])
            #expect(asked.values("accept-encoding") == ["identity"])
        }
    }

    @Test func `an ignored range fails before any byte`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer(body: "abcdefghi") }
            let url = server.url("/")
            let ignored = try await world.fetch(url, range: .closed(3...5))
            #expect(ignored.error == .rangeIgnored)
            #expect(ignored.body.isEmpty && ignored.responses.isEmpty)
            #expect(try await world.fetch(url, range: .suffix(2)).error == .rangeIgnored)
            // From the first byte on, the whole is what was asked for.
            #expect(try await world.fetch(url, range: .from(0)).text == "abcdefghi")
            // And after a change it is the right answer.
            let changed = try await world.fetch(
                url, headers: [("If-Range", "\"old\"")], range: .from(4))
            #expect(changed.text == "abcdefghi")
            #expect(changed.status == 200)
        }
    }

    @Test func `another part than asked for is refused`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer(
                    "206 Partial Content", headers: ["Content-Range: bytes 4-6/9"], body: "efg")
            }
            let fetched = try await world.fetch(server.url("/"), range: .closed(3...5))
            #expect(fetched.error == .wrongRange)
            #expect(fetched.body.isEmpty)
        }
    }

    @Test func `a part shorter than its range is short`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.send(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 3-5/9\r\n\r\nde")
                exchange.close()
            }
            let fetched = try await world.fetch(server.url("/"), range: .closed(3...5))
            #expect(fetched.error == .shortBody)
            #expect(fetched.text == "de")
        }
    }

    @Test func `past the end is an answer with the length`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { exchange in
                exchange.answer("416 Range Not Satisfiable", headers: ["Content-Range: bytes */9"])
            }
            let fetched = try await world.fetch(server.url("/"), range: .from(9))
            #expect(fetched.end == .finished)
            #expect(fetched.status == 416)
            #expect(fetched.responses.first?.contentRange == .unsatisfied(total: 9))
        }
    }
}
