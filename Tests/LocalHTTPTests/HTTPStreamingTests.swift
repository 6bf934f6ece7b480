import EventLoop
import IOTestSupport
import LocalHTTP
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPStreamingTests {
    /// Bytes of which no two blocks are equal, so that one out of place is noticed.
    static func pattern(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: 7)
        var block = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        var bytes: [UInt8] = []
        for index in 0...count / block.count {
            block[0] = UInt8(truncatingIfNeeded: index)
            block[1] = UInt8(truncatingIfNeeded: index >> 8)
            bytes += block
        }
        return Array(bytes.prefix(count))
    }

    @Test func `a body that comes in parts waits between them`() async throws {
        let exchanges = Mailbox<HTTPExchange>()
        let feed = Feed()
        let ends = Mailbox<Bool>()
        try await withServer { exchange in
            exchange.onClosed { ends.send($0) }
            exchange.respond(status: 200, headers: [], length: 30, source: feed.source)
            exchanges.send(exchange)
        } _: { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            let exchange = try await exchanges.next()
            for part in 0..<3 {
                // The answer's head, and what was given so far, is there before the rest is.
                try await server.loop.run {
                    feed.append(Array(repeating: UInt8(part), count: 10))
                    exchange.resume()
                }
                try await client.received(atLeast: 10 * (part + 1))
            }
            let answer = try await client.answer()
            #expect(answer.body == Array((0..<30).map { UInt8($0 / 10) }))
            #expect(try await ends.next())
            // A read for each part and one that waited before it: nothing was asked in vain.
            #expect(feed.reads <= 7)
        }
    }

    @Test func `R7, R8: without a length it is chunked, and ends with its connection in HTTP 1.0`()
        async throws
    {
        let body = Self.pattern(500_000)
        try await withServer { exchange in
            let feed = Feed(body)
            feed.finish()
            exchange.respond(status: 200, headers: [], length: nil, source: feed.source)
        } _: { server in
            let answer = try await server.get("/")
            #expect(answer.header("transfer-encoding") == "chunked")
            #expect(answer.header("content-length") == nil)
            #expect(answer.body == body)
            let client = try await server.connect()
            try await client.send(
                server.request("GET", "/", ["Connection: keep-alive"], version: "HTTP/1.0"))
            let old = try await client.answer()
            #expect(old.header("transfer-encoding") == nil)
            #expect(old.body == body)
        }
    }

    @Test func `a source may resume while it is read`() async throws {
        try await withServer { exchange in
            let turns = Locked(0)
            exchange.respond(
                status: 200, headers: [], length: 3,
                source: unsafe HTTPBodySource { [weak exchange] offset, buffer in
                    let turn = turns.withLock { turns in
                        turns += 1
                        return turns
                    }
                    guard turn.isMultiple(of: 2) else {
                        exchange?.resume()
                        return .wait
                    }
                    unsafe buffer.storeBytes(of: UInt8(offset), as: UInt8.self)
                    return .bytes(1)
                })
        } _: { server in
            let answer = try await server.get("/")
            #expect(answer.body == [0, 1, 2])
        }
    }

    @Test(arguments: [true, false])
    func `8 MiB arrive as they are`(_ isStream: Bool) async throws {
        let body = Self.pattern(8 << 20)
        try await withServer { exchange in
            if isStream {
                exchange.respond(
                    status: 200, headers: [], length: body.count, source: Feed(body).source)
            } else {
                exchange.respond(status: 200, headers: [], body: body)
            }
        } _: { server in
            let answer = try await server.get("/")
            #expect(answer.body == body)
        }
    }

    @Test func `a slow reader holds up the source`() async throws {
        let block = 64 << 20
        let given = Locked(0)
        let zeros = [UInt8](repeating: 0, count: 256 << 10)
        try await withServer { exchange in
            exchange.respond(
                status: 200, headers: [], length: block,
                source: unsafe HTTPBodySource { offset, buffer in
                    let count = min(buffer.count, block - offset, zeros.count)
                    unsafe buffer.copyBytes(from: zeros.prefix(count))
                    given.withLock { $0 = offset + count }
                    return .bytes(count)
                })
        } _: { server in
            let client = try await server.connect()
            try await client.pause(after: 1)
            try await client.send(server.request("GET", "/"))
            try await client.received(atLeast: 1)
            // Others are served meanwhile, and only the sockets' buffers fill, which are not large.
            var before = -1
            while before != given.withLock({ $0 }) {
                before = given.withLock { $0 }
                for _ in 0..<20 { _ = try await server.head("/") }
            }
            #expect(before < 1 << 20)
            try await client.resume()
            #expect(try await client.answer().body.count == block)
        }
    }

    @Test(arguments: [true, false])
    func `a client that leaves while nothing is sent is noticed, once`(
        _ hasAnswer: Bool
    ) async throws {
        let ends = Mailbox<Bool>()
        let exchanges = Mailbox<HTTPExchange>()
        let left = try await withServer { exchange in
            exchange.onClosed { ends.send($0) }
            if hasAnswer {
                exchange.respond(
                    status: 200, headers: [], length: 5_000,
                    source: Feed(Self.pattern(1_000)).source)
            }
            exchanges.send(exchange)
        } _: { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            let exchange = try await exchanges.next()
            if hasAnswer { try await client.received(atLeast: 1_000) }
            client.close()
            #expect(try await ends.next() == false)
            // Late words to an exchange that is over are harmless.
            try await server.loop.run {
                exchange.resume()
                exchange.respond(status: 200, headers: [], body: [])
                exchange.onClosed { ends.send($0) }
            }
            #expect(try await ends.next() == false)
        }
        #expect(ends.count == 0)
        #expect(left == 0)
    }

    @Test func `a client that leaves amid a body it does not read is noticed`() async throws {
        let ends = Mailbox<Bool>()
        try await withServer { exchange in
            exchange.onClosed { ends.send($0) }
            exchange.respond(
                status: 200, headers: [], body: [UInt8](repeating: 1, count: 32 << 20))
        } _: { server in
            let client = try await server.connect()
            try await client.pause(after: 1)
            try await client.send(server.request("GET", "/"))
            try await client.received(atLeast: 1)
            client.close()
            #expect(try await ends.next() == false)
        }
        #expect(ends.count == 0)
    }

    @Test(arguments: [100_000, nil])
    func `a body that fails is never whole`(_ length: Int?) async throws {
        let ends = Mailbox<Bool>()
        try await withServer { exchange in
            exchange.onClosed { ends.send($0) }
            let feed = Feed([UInt8](repeating: 1, count: 1_000))
            feed.fail()
            exchange.respond(
                status: 200, headers: [], length: length, source: feed.source)
        } _: { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            await #expect(throws: HTTPClient.Ending.self) { try await client.answer() }
            #expect(try await ends.next() == false)
        }
        #expect(ends.count == 0)
    }

    @Test func `an end before the length is a failure`() async throws {
        try await withServer { exchange in
            let feed = Feed([1, 2, 3])
            feed.finish()
            exchange.respond(status: 200, headers: [], length: 4, source: feed.source)
        } _: { server in
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            await #expect(throws: HTTPClient.Ending.self) { try await client.answer() }
        }
    }
}
