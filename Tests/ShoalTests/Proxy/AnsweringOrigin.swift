import EventLoop
import IOTestSupport

/// An origin that answers each request as a test says, and then closes the connection.
final class AnsweringOrigin: Sendable {
    struct Request: Sendable {
        let method: String
        let target: String
        /// How many requests of the same method for the same target came before.
        let number: Int
        /// The CMCD headers that came with it, by name.
        let cmcd: [String: String]
        let received: ScriptedOrigin.Request

        /// The values of all headers of that name.
        func values(_ name: String) -> [String] { received.values(name) }
    }

    /// A whole answer, or nothing to close the connection without one.
    typealias Handler = @Sendable (Request) -> [UInt8]?

    private let server: ScriptedOrigin
    private let seen: Log<Request>

    /// To be called on the loop.
    init(on loop: UVEventLoop, _ handler: @escaping Handler) throws {
        let seen = Log<Request>()
        server = try ScriptedOrigin(on: loop) { exchange in
            let method = String(exchange.request.line.prefix { $0 != " " })
            let target = exchange.request.target
            let request = Request(
                method: method, target: target,
                number: seen.entries.count { $0.method == method && $0.target == target },
                cmcd: Dictionary(
                    uniqueKeysWithValues: ["Object", "Request", "Session", "Status"].compactMap {
                        name in
                        exchange.request.values("CMCD-\(name)").first.map { (name, $0) }
                    }), received: exchange.request)
            seen.append(request)
            if let answer = handler(request) { exchange.send(answer) }
            exchange.close()
        }
        self.seen = seen
    }

    var port: UInt16 { server.port }
    var requests: [Request] { seen.entries }

    func requests(for target: String, method: String = "GET") -> [Request] {
        requests.filter { $0.target == target && $0.method == method }
    }

    /// To be called on the loop.
    func close() { server.close() }

    static func answer(
        _ status: String = "200 OK", headers: [String] = [], body: [UInt8] = [], length: Int? = nil
    ) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)", "Connection: close"]
            + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    static func playlist(_ text: String) -> [UInt8] {
        answer(headers: ["Content-Type: application/vnd.apple.mpegurl"], body: Array(text.utf8))
    }
}
