import EventLoop
import IOTestSupport
import Origin
import Testing

@testable import PlaybackProxy

@Suite(.timeLimit(.minutes(1))) struct OriginAttemptsTests {
    /// What a run of attempts has to do with: all of it on one loop.
    private struct World: Sendable {
        let loop: UVEventLoop
        let client: OriginClient
        let server: ScriptedOrigin
        let events = Log<String>()

        func attempts(_ patience: OriginAttempts.Patience) async throws -> OriginAttempts {
            let request = OriginRequest(url: server.url("/x"))
            return try await loop.run {
                let attempts = OriginAttempts(
                    request, client: client, patience: patience, on: loop
                ) { event in
                    switch event {
                    case .response(let response): events.append("\(response.status)")
                    case .body: events.append("body")
                    case .finished: events.append("finished")
                    case .failed: events.append("failed")
                    }
                }
                attempts.assumeIsolated { $0.begin() }
                return attempts
            }
        }

        func requests() async throws -> Int { try await loop.run { server.requests.count } }
    }

    private func run(
        _ handler: @escaping ScriptedOrigin.Handler, _ body: (World) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "attempts-test")
        let configuration = OriginConfiguration(
            policy: OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"]))
        let world = try await loop.run {
            World(
                loop: loop, client: OriginClient(on: loop, configuration: configuration),
                server: try ScriptedOrigin(on: loop, handler: handler))
        }
        try await body(world)
        try await loop.run {
            world.client.close()
            world.server.close()
        }
        await loop.shutdown()
    }

    @Test func `who does not wait any more is not asked for`() async throws {
        try await run {
            $0.close()
        } _: { world in
            let attempts = try await world.attempts(.untilHead)
            try await world.loop.until { world.server.requests.count >= 2 }
            let left = try await world.loop.run {
                attempts.assumeIsolated { $0.cancel() }
                return world.client.inFlightCount
            }
            #expect(left == 0 && world.events.entries.isEmpty)
        }
    }

    @Test func `without patience one attempt is all`() async throws {
        try await run {
            $0.close()
        } _: { world in
            _ = try await world.attempts(.none)
            try await world.loop.until { world.events.count > 0 }
            let requests = try await world.requests()
            #expect(world.events.entries == ["failed"] && requests == 1)
        }
    }

    @Test(
        arguments: [
            (OriginAttempts.Patience.untilHead, ["200", "body", "failed"]),
            (.untilEnd, ["200", "body", "200", "body", "finished"]),
        ])
    func `a body that breaks off is begun anew only for who has passed nothing on`(
        _ patience: OriginAttempts.Patience, _ expected: [String]
    ) async throws {
        let isCut = Locked(true)
        try await run { exchange in
            let cuts = isCut.withLock { cuts in
                defer { cuts = false }
                return cuts
            }
            guard cuts else { return exchange.answer(body: "whole") }
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwh")
            exchange.close()
        } _: { world in
            _ = try await world.attempts(patience)
            try await world.loop.until { world.events.count >= expected.count }
            #expect(world.events.entries == expected)
        }
    }
}
