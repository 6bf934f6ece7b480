import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct CancelTests {
    enum Stage: CaseIterable {
        case beforeTheCallReturns, whileWaiting, inTheResponse, inTheBody, betweenPieces, paused
    }

    @Test(arguments: Stage.allCases)
    func `after a cancel nothing comes, and the connection goes`(stage: Stage) async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let server = try await world.serve { exchange in
                guard stage != .whileWaiting else { return }
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
                exchange.send([UInt8](repeating: 1, count: 200_000))
            }
            let log = FetchLog()
            let fetches = Log<OriginFetch>()
            try await loop.run {
                let request = OriginRequest(url: server.url("/"))
                let fetch = world.client.fetch(request) { event in
                    log.take(event)
                    switch (event, stage) {
                    case (.response, .inTheResponse), (.body, .inTheBody):
                        fetches.entries[0].cancel()
                    case (.body, .paused):
                        fetches.entries[0].pause()
                    default:
                        break
                    }
                }
                fetches.append(fetch)
                if stage == .beforeTheCallReturns { fetch.cancel() }
            }
            switch stage {
            case .beforeTheCallReturns, .inTheResponse: break
            case .whileWaiting: try await loop.until { !server.requests.isEmpty }
            case .inTheBody, .paused: try await loop.until { log.bodyCount > 0 }
            case .betweenPieces: try await loop.until { log.bodyCount == 200_000 }
            }
            if stage == .inTheResponse {
                try await loop.until { !log.record.responses.isEmpty }
            }
            let before = try await loop.run {
                fetches.entries[0].cancel()
                fetches.entries[0].cancel()
                fetches.entries[0].resume()
                return log.bodyCount
            }
            try await loop.until { server.open.isEmpty }
            try await loop.pass(.milliseconds(10))
            #expect(log.record.ends.isEmpty)
            #expect(log.bodyCount == before)
            #expect(try await world.inFlightCount() == 0)
            if stage == .beforeTheCallReturns {
                #expect(try await world.accepted(by: server) == 0)
            }
        }
    }

    @Test func `a cancelled fetch takes no other with it`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let server = try await world.serve { $0.answer(body: "whole") }
            let logs = (0..<8).map { _ in FetchLog() }
            let fetches = Log<OriginFetch>()
            try await loop.run {
                for log in logs {
                    let request = OriginRequest(url: server.url("/"))
                    fetches.append(
                        world.client.fetch(request) { event in
                            log.take(event)
                            guard case .response = event, log === logs[0] else { return }
                            // From within one's callback, some of the others.
                            for index in [1, 3, 5] { fetches.entries[index].cancel() }
                        })
                }
            }
            try await loop.until { world.client.inFlightCount == 0 }
            for index in [0, 2, 4, 6, 7] {
                #expect(logs[index].record.end == .finished)
                #expect(logs[index].record.text == "whole")
            }
        }
    }

    @Test func `an event may begin the next fetch, and end the client`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let server = try await world.serve { $0.answer(body: $0.request.target) }
            let client = world.client
            let (first, second) = (FetchLog(), FetchLog())
            try await loop.run {
                _ = client.fetch(OriginRequest(url: server.url("/1"))) { event in
                    first.take(event)
                    guard case .body = event else { return }
                    _ = client.fetch(OriginRequest(url: server.url("/2"))) { event in
                        second.take(event)
                        if case .body = event { client.close() }
                    }
                }
            }
            try await loop.until { first.isOver && second.isOver }
            #expect(first.record.end == .finished)
            #expect(second.record.error == .cancelledByClose)
            #expect(second.record.text == "/2")
            try await loop.until { server.open.isEmpty }
        }
    }

    @Test func `closing the client ends every fetch once`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let server = try await world.serve { exchange in
                switch exchange.request.target {
                case "/silent": break
                default: exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
                }
            }
            let logs = (0..<12).map { _ in FetchLog() }
            try await loop.run {
                for (index, log) in logs.enumerated() {
                    let url =
                        index % 3 == 0
                        ? "http://no-such-host.invalid/"
                        : server.url(index % 3 == 1 ? "/silent" : "/")
                    _ = world.client.fetch(OriginRequest(url: url)) { log.take($0) }
                }
            }
            try await loop.until { server.requests.count == 8 }
            try await loop.run {
                world.client.close()
                for log in logs { #expect(log.isOver) }
                world.client.close()
            }
            for (index, log) in logs.enumerated() where index % 3 != 0 {
                #expect(log.record.error == .cancelledByClose)
            }
            try await loop.until { server.open.isEmpty }
            #expect(logs.allSatisfy { $0.record.ends.count == 1 })
            #expect(try await world.fetch(server.url("/")).error == .cancelledByClose)
        }
    }

    @Test func `32 fetches at once each end once, with their own bytes`() async throws {
        try await OriginWorld.run { world in
            let loop = world.loop
            let server = try await world.serve { exchange in
                exchange.answer(body: String(repeating: exchange.request.target, count: 10_000))
            }
            let logs = (0..<32).map { _ in FetchLog() }
            try await loop.run {
                for (index, log) in logs.enumerated() {
                    let request = OriginRequest(url: server.url("/\(index)"))
                    _ = world.client.fetch(request) { log.take($0) }
                }
            }
            try await loop.until { world.client.inFlightCount == 0 }
            for (index, log) in logs.enumerated() {
                #expect(log.record.end == .finished)
                #expect(log.record.text == String(repeating: "/\(index)", count: 10_000))
            }
        }
    }
}
