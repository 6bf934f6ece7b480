import EventLoop
import IOTestSupport
import Origin
import Testing

@testable import PlaybackProxy

@Suite(.timeLimit(.minutes(1))) struct PlaylistFetchesTests {
    private static let playlist = "#EXTM3U\n#EXTINF:2,\ns.ts\n"

    private struct World: Sendable {
        let loop: UVEventLoop
        let server: ScriptedOrigin
        let client: OriginClient
        let fetches: PlaylistFetches
        let held: Log<ScriptedOrigin.Exchange>
        let bytes: Log<Int>
        let outcomes: Log<Int>

        func ask(_ target: String = "/a.m3u8", _ headers: [OriginHeader] = []) async throws
            -> PlaylistFetches.Ticket
        {
            let request = OriginRequest(url: server.url(target), headers: headers)
            return try await loop.run {
                fetches.assumeIsolated { fetches in
                    fetches.fetch(request) { outcome in
                        switch outcome {
                        case .playlist(_, let body), .other(_, let body):
                            outcomes.append(body.count)
                        case .media, .failed: outcomes.append(-1)
                        }
                    }
                }
            }
        }

        func cancel(_ ticket: PlaylistFetches.Ticket) async throws {
            try await loop.run { fetches.assumeIsolated { $0.cancel(ticket) } }
        }

        func until(_ condition: @escaping @Sendable () -> Bool) async throws {
            while try await !loop.run({ condition() }) { try await loop.pass(.milliseconds(2)) }
        }

        func answerAll() async throws {
            try await loop.run {
                for exchange in held.takeAll() {
                    exchange.answer(body: PlaylistFetchesTests.playlist)
                }
            }
        }
    }

    private func run(_ body: (World) async throws -> Void) async throws {
        let loop = try UVEventLoop(name: "playlists-test")
        let held = Log<ScriptedOrigin.Exchange>()
        let bytes = Log<Int>()
        let world = try await loop.run {
            let client = OriginClient(
                on: loop,
                configuration: OriginConfiguration(
                    policy: OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"])))
            return World(
                loop: loop, server: try ScriptedOrigin(on: loop) { held.append($0) },
                client: client,
                fetches: PlaylistFetches(client: client, on: loop) { bytes.append($0) },
                held: held, bytes: bytes, outcomes: Log<Int>())
        }
        try await body(world)
        try await loop.run {
            world.client.close()
            world.server.close()
        }
        await loop.shutdown()
    }

    @Test func `who asks while it is on its way waits for the same answer`() async throws {
        try await run { world in
            for player in 0..<5 {
                _ = try await world.ask("/a.m3u8", [("User-Agent", "\(player)")])
            }
            try await world.until { !world.held.entries.isEmpty }
            try await world.answerAll()
            try await world.until { world.outcomes.entries.count == 5 }
            #expect(world.outcomes.entries == Array(repeating: Self.playlist.utf8.count, count: 5))
            #expect(try await world.loop.run { world.server.requests.count } == 1)
            #expect(world.bytes.entries == [Self.playlist.utf8.count])
        }
    }

    @Test func `B28: an answer that has come is none to a later request`() async throws {
        try await run { world in
            for count in 1...3 {
                _ = try await world.ask()
                try await world.until { !world.held.entries.isEmpty }
                try await world.answerAll()
                try await world.until { world.outcomes.entries.count == count }
            }
            #expect(try await world.loop.run { world.server.requests.count } == 3)
        }
    }

    @Test(arguments: [
        ("/b.m3u8", []), ("/a.m3u8?token=2", []), ("/a.m3u8", [("Cookie", "a=1")]),
        ("/a.m3u8", [("Authorization", "Bearer 1")]), ("/a.m3u8", [("X-Own", "1")]),
    ])
    func `another URL, or a header that may matter, is another request`(
        _ target: String, _ headers: [OriginHeader]
    ) async throws {
        try await run { world in
            _ = try await world.ask()
            _ = try await world.ask(target, headers)
            try await world.until { world.held.entries.count == 2 }
        }
    }

    @Test func `R6: a player that leaves takes the answer from nobody else`() async throws {
        try await run { world in
            let first = try await world.ask()
            _ = try await world.ask()
            try await world.until { !world.held.entries.isEmpty }
            try await world.cancel(first)
            try await world.answerAll()
            try await world.until { world.outcomes.entries.count == 1 }
        }
    }

    @Test func `R5, B44: when the last one leaves, the origin is left, too`() async throws {
        try await run { world in
            let tickets = [try await world.ask(), try await world.ask()]
            try await world.until { !world.held.entries.isEmpty }
            for ticket in tickets { try await world.cancel(ticket) }
            try await world.until { world.server.open.isEmpty }
            _ = try await world.ask()
            try await world.until { world.held.entries.count == 2 }
            #expect(world.outcomes.entries.isEmpty)
        }
    }
}
