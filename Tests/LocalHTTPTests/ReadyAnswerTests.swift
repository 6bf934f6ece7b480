import EventLoop
import IOTestSupport
import LocalHTTP
import Primitives
import Testing

/// Answers that are kept for whoever asks for the same.
@Suite(.timeLimit(.minutes(1))) struct ReadyAnswerTests {
    /// Answers each request with how often it was called, and keeps that.
    private final class Desk: Sendable {
        let calls = Locked(0)
        let isCurrent = Locked(true)
        let begun = Locked(0)
        let served = Locked<[HTTPOutcome]>([])
        /// What the head says, which is so until then.
        let word = Locked((text: "first", until: Moment.distantFuture))
        let length: Int

        init(length: Int) { self.length = length }

        func body(of call: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(truncatingIfNeeded: call), count: length)
        }

        func answer(_ exchange: HTTPExchange) {
            let call = calls.withLock { count in
                count += 1
                return count
            }
            let body = body(of: call)
            exchange.respond(status: 200, headers: [("X-Call", "\(call)")], body: body)
            exchange.keep(
                ReadyAnswer(
                    status: 200, body: HeldBytes(copying: body),
                    head: { _ in
                        let word = self.word.withLock { $0 }
                        return ReadyAnswer.Head(
                            headers: [("X-Call", "\(call)"), ("X-Word", word.text)],
                            until: word.until)
                    },
                    isCurrent: { self.isCurrent.withLock { $0 } },
                    onBegun: { self.begun.withLock { $0 += 1 } },
                    onServed: { outcome, _ in self.served.withLock { $0.append(outcome) } }))
        }
    }

    private func withDesk(
        length: Int = 1_000, isForEverybody: Bool = true, limits: HTTPLimits = HTTPLimits(),
        _ body: (ServerFixture, Desk) async throws -> Void
    ) async throws {
        let desk = Desk(length: length)
        try await withServer(
            isForEverybody: isForEverybody, limits: limits, handler: { desk.answer($0) }
        ) { try await body($0, desk) }
    }

    @Test func `the same is asked of the handler once, by however many`() async throws {
        try await withDesk { server, desk in
            let client = try await server.connect()
            for _ in 0..<20 {
                try await client.send(server.request("GET", "/a?b"))
                let answer = try await client.answer()
                #expect(answer.status == 200 && answer.header("X-Call") == "1")
                #expect(answer.body == [UInt8](repeating: 1, count: 1_000))
            }
            client.close()
            let other = try await server.get("/a?b", headers: ["User-Agent: x", "Accept: */*"])
            #expect(other.header("X-Call") == "1")
            #expect(desk.calls.withLock { $0 } == 1)
            #expect(desk.begun.withLock { $0 } == 20)
            let served = desk.served.withLock { $0 }
            #expect(served == [HTTPOutcome](repeating: served[0], count: 20))
            #expect(served[0].status == 200 && served[0].bytes == 1_000 && served[0].isComplete)
        }
    }

    /// Each is told from a plain request for the same target.
    @Test(arguments: [
        "Range: bytes=0-9", "Range: bytes=0-", "If-None-Match: \"x\"", "If-Range: \"x\"",
        "Origin: https://a.example", "CMCD-Request: bl=1", "X-Other: 1", "Accept: a\u{1}b",
        "TE: trailers",
    ])
    func `what could make a difference is the handler's to answer`(_ header: String) async throws {
        try await withDesk { server, desk in
            _ = try await server.get("/a")
            let answer = try await server.get("/a", headers: [header])
            #expect(answer.header("X-Call") != "1")
            #expect(try await server.get("/a").header("X-Call") == "1")
            #expect(try await server.get("/a?").header("X-Call") != "1")
        }
    }

    /// Swift takes these two for the same text.
    @Test func `targets of other bytes are not the same`() async throws {
        try await withDesk { server, _ in
            for (call, target) in ["/\u{e9}", "/e\u{301}", "/\u{e9}"].enumerated() {
                let answer = try await server.get(target)
                #expect(answer.header("X-Call") == "\(call + 1)")
            }
        }
    }

    @Test func `HEAD, and a request that is refused, are not given what is ready`() async throws {
        try await withDesk { server, desk in
            _ = try await server.get("/a")
            #expect(try await server.head("/a").header("X-Call") == "2")
            #expect(try await server.get("/a", headers: ["Host: b"]).status == 400)
            #expect(
                try await server.get("/a", headers: ["Transfer-Encoding: chunked"]).status >= 400)
            let long = "User-Agent: " + String(repeating: "x", count: 7_000)
            let limited = try await server.get("/a", headers: [long])
            #expect(limited.status == 200 && limited.header("X-Call") == "1")
            let longer = "User-Agent: " + String(repeating: "x", count: 9_000)
            #expect(try await server.get("/a", headers: [longer]).status == 431)
        }
    }

    @Test func `what has changed is asked for again, and then kept`() async throws {
        try await withDesk { server, desk in
            _ = try await server.get("/a")
            desk.isCurrent.withLock { $0 = false }
            #expect(try await server.get("/a").header("X-Call") == "2")
            desk.isCurrent.withLock { $0 = true }
            #expect(try await server.get("/a").header("X-Call") == "2")
            #expect(desk.calls.withLock { $0 } == 2)
        }
    }

    @Test func `a head that says something else by now is made anew, its body is not`() async throws
    {
        try await withDesk { server, desk in
            desk.word.withLock { $0.until = Moment(nanoseconds: 0) }
            _ = try await server.get("/a")
            desk.word.withLock { $0 = ("second", .distantFuture) }
            #expect(try await server.get("/a").header("X-Word") == "second")
            desk.word.withLock { $0.text = "third" }
            let answer = try await server.get("/a")
            #expect(answer.header("X-Word") == "second" && answer.body == desk.body(of: 1))
            #expect(desk.calls.withLock { $0 } == 1)
        }
    }

    @Test func `what is not current is let go of, although nobody asks for it`() async throws {
        let body = Locked<Weakly?>(nil)
        try await withServer(
            isForEverybody: true,
            handler: { exchange in
                exchange.respond(status: 200, headers: [], body: [])
                let held = HeldBytes(copying: [1, 2, 3])
                body.withLock { $0 = Weakly(held) }
                exchange.keep(
                    ReadyAnswer(
                        status: 200, body: held,
                        head: { _ in ReadyAnswer.Head(headers: [], until: .distantFuture) },
                        isCurrent: { false }, onBegun: {}, onServed: { _, _ in }))
            }
        ) { server in
            _ = try await server.get("/a")
            #expect(body.withLock { $0 } != nil)
            try await server.loop.until { body.withLock { $0?.held } == nil }
        }
    }

    @Test(arguments: [0, 200_000, 5_000_000])
    func `bodies of any length are kept, but nothing on a player's own server`(
        _ length: Int
    ) async throws {
        try await withDesk(length: length) { server, desk in
            for _ in 1...3 {
                let answer = try await server.get("/a")
                #expect(answer.header("X-Call") == "1" && answer.body == desk.body(of: 1))
            }
        }
        try await withDesk(length: length, isForEverybody: false) { server, _ in
            for call in 1...3 {
                let answer = try await server.get("/a")
                #expect(answer.header("X-Call") == "\(call)" && answer.body.count == length)
            }
        }
    }

    @Test func `no more are kept than there is room for`() async throws {
        var limits = HTTPLimits()
        limits.readyAnswers = 10
        try await withDesk(limits: limits) { server, desk in
            for number in 0..<11 { _ = try await server.get("/\(number)") }
            #expect(try await server.get("/10").header("X-Call") == "11")
            #expect(try await server.get("/0").header("X-Call") == "12")
        }
    }

    private struct Weakly: Sendable {
        weak let held: HeldBytes?

        init(_ held: HeldBytes) { self.held = held }
    }
}
