import IOTestSupport
import EventLoop
import LocalHTTP
import Primitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPStressTests {
    private struct Tally {
        var begun = 0
        var ends: [Int] = []
        var completed = 0
    }

    private enum Manner: CaseIterable {
        case waits
        case leavesAtOnce
        case leavesAfterOneByte
        case half
    }

    /// Answers at once or later, whole or in parts or not, as the path says.
    private static func handle(_ exchange: HTTPExchange, on loop: UVEventLoop) {
        switch exchange.request.path {
        case "/small":
            exchange.respond(status: 200, headers: [], body: [1, 2, 3])
        case "/large":
            exchange.respond(status: 200, headers: [], body: [UInt8](repeating: 1, count: 300_000))
        case "/later":
            loop.execute { exchange.respond(status: 404, headers: [], body: []) }
        case "/never":
            break
        case "/fails":
            let feed = Feed([UInt8](repeating: 1, count: 70_000))
            feed.fail()
            exchange.respond(status: 200, headers: [], length: nil, source: feed.source)
        default:
            let feed = Feed([1])
            exchange.respond(status: 200, headers: [], length: 40_001, source: feed.source)
            loop.execute {
                feed.append([UInt8](repeating: 2, count: 20_000))
                exchange.resume()
                loop.execute {
                    feed.append([UInt8](repeating: 3, count: 20_000))
                    exchange.resume()
                    exchange.resume()
                }
            }
        }
    }

    @Test func `whatever clients do, every exchange ends once`() async throws {
        let tally = Locked(Tally())
        let loop = Locked<UVEventLoop?>(nil)
        let left = try await withServer { exchange in
            let number = tally.withLock { tally in
                tally.begun += 1
                tally.ends.append(0)
                return tally.begun - 1
            }
            exchange.onClosed { completed in
                tally.withLock { tally in
                    tally.ends[number] += 1
                    tally.completed += completed ? 1 : 0
                }
            }
            if let loop = loop.withLock(\.self) { Self.handle(exchange, on: loop) }
        } _: { server in
            loop.withLock { $0 = server.loop }
            await withTaskGroup { clients in
                for client in 0..<16 {
                    let seed = testSeed &+ UInt64(client)
                    clients.addTask { await Self.visit(server, seed: seed) }
                }
            }
        }
        #expect(left == 0)
        tally.withLock { tally in
            #expect(tally.begun > 100)
            #expect(tally.completed > 50)
            #expect(tally.ends.allSatisfy { $0 == 1 })
        }
    }

    /// Any end is fine for a client here; what counts is the server's side.
    private static func visit(_ server: ServerFixture, seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let paths = ["/small", "/large", "/later", "/parts", "/fails", "/never"]
        for _ in 0..<40 {
            let path = paths[Int(random.next() % UInt64(paths.count))]
            let manner = Manner.allCases[Int(random.next() % UInt64(Manner.allCases.count))]
            do {
                try await visit(server, path, manner)
            } catch {
                #expect(error is HTTPClient.Ending)
            }
        }
    }

    private static func visit(
        _ server: ServerFixture, _ path: String, _ manner: Manner
    ) async throws {
        let client = try await server.connect()
        defer { client.close() }
        let request = server.request("GET", path)
        switch manner {
        case .waits where path == "/never", .leavesAtOnce:
            try await client.send(request)
        case .waits:
            try await client.send(request + request)
            _ = try await client.answer()
            _ = try await client.answer()
        case .leavesAfterOneByte where path == "/never", .half:
            try await client.send(String(request.dropLast(7)))
        case .leavesAfterOneByte:
            try await client.send(request + request)
            try await client.received(atLeast: 1)
        }
    }
}
