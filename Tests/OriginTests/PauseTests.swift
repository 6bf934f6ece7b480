import EventLoop
import IOTestSupport
import Origin
import Testing

@Suite(.timeLimit(.minutes(1))) struct PauseTests {
    @Test func `a fetch that is put off is sent when its pause is over`() async throws {
        try await OriginWorld.run { world in
            let server = try await world.serve { $0.answer(body: "late") }
            let log = FetchLog()
            let request = OriginRequest(url: server.url("/x"))
            try await world.loop.run {
                _ = world.client.fetch(request, after: .milliseconds(20)) { log.take($0) }
            }
            try await world.loop.until { log.isOver }
            #expect(log.record.text == "late" && log.record.end == .finished)
        }
    }

    @Test func `closing the client ends a fetch that is put off`() async throws {
        try await OriginWorld.run { world in
            let log = FetchLog()
            let request = OriginRequest(url: "http://127.0.0.1:9/x")
            try await world.loop.run {
                _ = world.client.fetch(request, after: .seconds(600)) { log.take($0) }
                world.client.close()
            }
            try await world.loop.until { log.isOver }
            #expect(log.record.error == .cancelledByClose)
        }
    }

    @Test func `a fetch that is put off can be cancelled`() async throws {
        try await OriginWorld.run { world in
            let log = FetchLog()
            let request = OriginRequest(url: "http://127.0.0.1:9/x")
            try await world.loop.run {
                let fetch = world.client.fetch(request, after: .seconds(600)) { log.take($0) }
                fetch.cancel()
            }
            try await world.loop.run {}
            #expect(!log.isOver)
        }
    }
}
