package import EventLoop
package import Primitives

/// An HTTP/1.1 server on the loop whose answers a test writes byte by byte.
///
/// Everything but `port` is to be used on the loop.
package final class ScriptedOrigin: @unchecked Sendable {
    package struct Request: Sendable {
        package let head: String
        package let body: [UInt8]
        package let connection: Int

        /// Nil while the request is not whole; what follows one is none of its body's.
        init?(_ bytes: [UInt8], connection: Int) {
            guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            head = String(decoding: bytes[..<headEnd.upperBound], as: UTF8.self)
            body = Array(bytes[headEnd.upperBound...])
            self.connection = connection
            guard body.count >= values("Content-Length").first.flatMap({ Int($0) }) ?? 0 else {
                return nil
            }
        }

        package var line: String { String(head.prefix { $0 != "\r\n" }) }
        package var target: String { String(line.split(separator: " ")[1]) }

        /// The values of all headers of that name.
        package func values(_ name: String) -> [String] {
            head.split(separator: "\r\n").dropFirst().compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts[0].lowercased() == name.lowercased() else { return nil }
                return parts.count == 2 ? parts[1].drop { $0 == " " }.description : ""
            }
        }
    }

    /// One request and the connection to answer it on.
    package struct Exchange: Sendable {
        package let request: Request
        package let connection: TCPConnection

        package func send(_ text: String) { connection.write(Array(text.utf8)) }
        package func send(_ bytes: [UInt8]) { connection.write(bytes) }
        package func close() { connection.closeAfterWriting() }

        package func answer(_ status: String = "200 OK", headers: [String] = [], body: String = "")
        {
            let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
            send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        }

        package func redirect(to location: String, status: String = "302 Found") {
            answer(status, headers: ["Location: \(location)"], body: "elsewhere")
        }
    }

    package typealias Handler = @Sendable (Exchange) -> Void

    package var port: UInt16 { listener.localAddress.port }
    package private(set) var requests: [Request] = []
    package private(set) var accepted = 0
    /// The connections that the client has not ended.
    package private(set) var open: [Int: TCPConnection] = [:]
    private let handler: Handler
    private let listener: TCPListener

    package init(
        on loop: UVEventLoop, ip: IPAddress = .loopback, handler: @escaping Handler
    ) throws {
        let made = Made()
        self.handler = handler
        listener = try TCPListener(on: loop, address: SocketAddress(ip: ip, port: 0)) {
            connection in
            made.origin?.serve(connection)
        }
        made.origin = self
    }

    /// Lets the listener find the origin without keeping it; on the loop, like all of it.
    private final class Made: @unchecked Sendable {
        weak var origin: ScriptedOrigin?
    }

    package func url(_ target: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(target)"
    }

    package func close() {
        listener.close()
        for connection in open.values { connection.close() }
        open = [:]
    }

    private func serve(_ connection: TCPConnection) {
        let number = accepted
        accepted += 1
        open[number] = connection
        let received = Log<UInt8>()
        connection.start { [weak self] event in
            guard let self else { return }
            switch event {
            case .bytes(let bytes):
                // A test's requests come one at a time.
                unsafe received.append(contentsOf: Array(bytes))
                guard let request = Request(received.entries, connection: number) else { return }
                _ = received.takeAll()
                requests.append(request)
                handler(Exchange(request: request, connection: connection))
            case .drained:
                break
            case .end:
                open[number] = nil
                connection.close()
            case .failed:
                open[number] = nil
            }
        }
    }
}
