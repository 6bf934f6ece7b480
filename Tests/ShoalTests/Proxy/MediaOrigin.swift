import EventLoop
import Primitives

/// An HTTP/1.1 origin that answers each request as a test says, and then closes the connection.
final class MediaOrigin: Sendable {
    struct Request: Sendable {
        let method: String
        let target: String
        let range: String?
        /// How many requests of the same method for the same target came before.
        let number: Int
    }

    /// A whole answer, or nothing to close the connection without one.
    typealias Handler = @Sendable (Request) -> [UInt8]?

    let port: UInt16
    private let listener: TCPListener
    private let seen: Locked<[Request]>

    init(on loop: UVEventLoop, _ handler: @escaping Handler) throws {
        let seen = Locked<[Request]>([])
        listener = try TCPListener(on: loop, address: SocketAddress(ip: .loopback, port: 0)) {
            connection in
            Self.serve(connection, seen, handler)
        }
        port = listener.localAddress.port
        self.seen = seen
    }

    var requests: [Request] { seen.withLock { $0 } }

    func requests(for target: String, method: String = "GET") -> [Request] {
        requests.filter { $0.target == target && $0.method == method }
    }

    func close() { listener.close() }

    static func answer(
        _ status: String = "200 OK", headers: [String] = [], body: [UInt8] = [],
        length: Int? = nil
    ) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)", "Connection: close"]
            + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    static func playlist(_ text: String) -> [UInt8] {
        answer(
            headers: ["Content-Type: application/vnd.apple.mpegurl"], body: Array(text.utf8))
    }

    private static func serve(
        _ connection: TCPConnection, _ seen: Locked<[Request]>, _ handler: @escaping Handler
    ) {
        let received = Locked("")
        connection.start { event in
            switch event {
            case .bytes(let bytes):
                let head = unsafe String(decoding: bytes, as: UTF8.self)
                let text = received.withLock { text in
                    text += head
                    return text
                }
                guard text.hasSuffix("\r\n\r\n") else { return }
                let request = seen.withLock { seen in
                    let request = Request(text, after: seen)
                    seen.append(request)
                    return request
                }
                guard let answer = handler(request) else { return connection.close() }
                connection.write(answer)
                connection.closeAfterWriting()
            case .end, .failed: connection.close()
            case .drained: break
            }
        }
    }
}

extension MediaOrigin.Request {
    fileprivate init(_ head: String, after seen: [Self]) {
        let lines = head.split(separator: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        let (method, target) = (words[0], words[1])
        self.method = method
        self.target = target
        range = lines.first { $0.lowercased().hasPrefix("range:") }
            .map { String($0.drop { $0 != "=" }.dropFirst()) }
        number = seen.count { $0.method == method && $0.target == target }
    }
}
