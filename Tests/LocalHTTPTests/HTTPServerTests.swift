import EventLoop
import LocalHTTP
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPServerTests {
    private static let hello: @Sendable (HTTPExchange) -> Void = { exchange in
        exchange.respond(
            status: 200, headers: [("Content-Type", "text/plain")], body: Array("hello".utf8))
    }

    @Test func `GET is answered and nothing is left open`() async throws {
        let left = try await withServer(handler: Self.hello) { server in
            let answer = try await server.get("/a")
            #expect(answer.status == 200)
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.header("content-length") == "5")
            #expect(answer.header("content-type") == "text/plain")
        }
        #expect(left == 0)
    }
}
