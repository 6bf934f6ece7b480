import EventLoop
import IOTestSupport
import LocalHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPClosingTests {
    @Test func `closing ends what is in flight before it returns`() async throws {
        let exchanges = Mailbox<HTTPExchange>()
        let ends = Mailbox<Bool>()
        let left = try await withServer { exchange in
            exchange.onClosed { ends.send($0) }
            switch exchange.request.path {
            case "/starved":
                exchange.respond(status: 200, headers: [], length: 10, source: Feed([1]).source)
            case "/sending":
                let body = [UInt8](repeating: 1, count: 32 << 20)
                exchange.respond(status: 200, headers: [], body: body)
            default:
                break
            }
            exchanges.send(exchange)
        } _: { server in
            var clients: [HTTPClient] = []
            for path in ["/parked", "/starved", "/sending"] {
                let client = try await server.connect()
                try await client.pause(after: 1)
                try await client.send(server.request("GET", path))
                _ = try await exchanges.next()
                if path != "/parked" { try await client.received(atLeast: 1) }
                clients.append(client)
            }
            _ = try await server.connect()
            let ended = try await server.loop.run {
                server.server.close()
                server.server.close()
                return ends.count
            }
            #expect(ended == 3)
            for client in clients {
                try await client.resume()
                _ = try await client.end()
            }
            for _ in 0..<3 { #expect(try await ends.next() == false) }
        }
        #expect(left == 0)
        #expect(ends.count == 0)
    }

    private enum Place: CaseIterable {
        case handler
        case answeringHandler
        case read
        case end
    }

    @Test(arguments: Place.allCases)
    private func `closing from within a callback is safe`(_ place: Place) async throws {
        let box = Locked<HTTPServer?>(nil)
        let close: @Sendable () -> Void = { box.withLock { $0 }?.close() }
        let ends = Mailbox<Bool>()
        let left = try await withServer { exchange in
            exchange.onClosed { completed in
                if place == .end { close() }
                ends.send(completed)
            }
            switch place {
            case .handler:
                close()
            case .answeringHandler:
                exchange.respond(status: 200, headers: [], body: [1])
                close()
            case .read:
                exchange.respond(
                    status: 200, headers: [], length: 10,
                    source: unsafe HTTPBodySource { _, _ in
                        close()
                        return .wait
                    })
            case .end:
                exchange.respond(status: 200, headers: [], body: [1])
            }
        } _: { server in
            box.withLock { $0 = server.server }
            let client = try await server.connect()
            try await client.send(server.request("GET", "/"))
            _ = try await client.end()
            #expect(try await ends.next() == (place == .end))
        }
        #expect(left == 0)
        #expect(ends.count == 0)
        box.withLock { $0 = nil }
    }

    @Test func `a closed server refuses connections`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            try await server.loop.run { server.server.close() }
            await #expect(throws: LoopError.connectionRefused) { _ = try await server.connect() }
        }
    }
}
