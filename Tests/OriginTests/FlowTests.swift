import EventLoop
import IOTestSupport
import Origin
import Primitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FlowTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n"

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-", head, head + "abc"])
    func `an origin that falls silent is left`(answer: String) async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.send(answer) }
            let begin = world.loop.now
            let fetched = try await world.fetch(
                OriginRequest(url: server.url("/"), progressTimeout: .milliseconds(100)))
            #expect(fetched.error == .timedOut)
            #expect(world.loop.now - begin >= .milliseconds(100))
            try await world.loop.until { server.open.isEmpty }
        }
    }

    @Test func `an origin that is slow, but moves, is waited for`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let patience = Duration.milliseconds(600)
            let timers = Log<LoopTimer>()
            let sent = Log<Int>()
            let server = try await world.serve { exchange in
                exchange.send(Self.head)
                let timer = LoopTimer(on: loop) {
                    exchange.send("x")
                    sent.append(sent.count)
                    guard sent.count < 20 else { return }
                    for timer in timers.entries { timer.arm(at: loop.now + .milliseconds(60)) }
                }
                timers.append(timer)
                timer.arm(at: loop.now)
            }
            let begin = loop.now
            let fetched = try await world.fetch(
                OriginRequest(url: server.url("/"), progressTimeout: patience))
            #expect(fetched.end == .finished)
            #expect(loop.now - begin > patience)
            try await loop.run { for timer in timers.entries { timer.close() } }
        }
    }

    @Test func `nothing connects within the connect time-out`() async throws {
        // A TLS hello that nobody answers: the connection is there, but cannot be used.
        try await OriginWorld.run(connectTimeout: .milliseconds(100)) { world in
            let listener = try await world.serve { _ in }
            let fetched = try await world.fetch("https://127.0.0.1:\(listener.port)/")
            #expect(fetched.error == .timedOut)
        }
    }

    @Test func `a pause stops the origin, and no byte is lost over it`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            var random = SeededRandom(seed: testSeed)
            let body = BodyComparison.bytes(64 << 20, block: random.bytes(99_991))
            let connections = Log<TCPConnection>()
            let server = try await world.serve { exchange in
                connections.append(exchange.connection)
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                exchange.send(body)
            }
            let comparison = BodyComparison(expecting: body)
            let fetches = Log<OriginFetch>()
            let request = OriginRequest(url: server.url("/"), progressTimeout: .milliseconds(500))
            try await loop.run {
                let fetch = world.client.fetch(request) { event in
                    comparison.take(event)
                    guard case .body = event, comparison.count < 100_000 else { return }
                    fetches.entries[0].pause()
                }
                fetches.append(fetch)
            }
            try await loop.until { connections.count == 1 && comparison.count > 0 }
            let queued = try await settled(loop) { connections.entries[0].queuedBytes }
            // The buffers of the sockets are all that stands between the two.
            #expect(queued > 48 << 20, "\(queued)")
            #expect(comparison.count < 100_000)
            // Silence that was asked for is not held against the origin.
            try await loop.pass(.milliseconds(700))
            #expect(comparison.end == nil)
            // The handler pauses after each piece, until it has its first 100,000 bytes.
            while comparison.end == nil {
                try await loop.run { fetches.entries[0].resume() }
            }
            #expect(comparison.end == .finished)
            #expect(comparison.isWhole)
        }
    }

    @Test func `a fetch paused before its answer keeps the head coming`() async throws {
        try await OriginWorld.run { world in
            let target = try await world.serve { $0.answer(body: "end") }
            let server = try await world.serve { $0.redirect(to: target.url("/")) }
            let log = FetchLog()
            let fetch = try await world.loop.run {
                let request = OriginRequest(url: server.url("/"))
                let fetch = world.client.fetch(request) { log.take($0) }
                fetch.pause()
                return fetch
            }
            try await world.loop.until { !log.record.responses.isEmpty }
            try await world.loop.pass(.milliseconds(20))
            #expect(log.bodyCount == 0 && !log.isOver)
            try await world.loop.run {
                fetch.resume()
                #expect(log.bodyCount == 0)
                fetch.pause()
                fetch.resume()
            }
            try await world.loop.until { log.isOver }
            #expect(log.record.text == "end")
            #expect(log.record.end == .finished)
        }
    }

    /// What `value` comes to rest at.
    private func settled(
        _ loop: UVEventLoop, _ value: @escaping @Sendable () -> Int
    ) async throws -> Int {
        var last = -1
        var repeats = 0
        while repeats < 5 {
            let now = try await loop.run(value)
            repeats = now == last ? repeats + 1 : 0
            last = now
            try await loop.pass(.milliseconds(20))
        }
        return last
    }
}
