import LocalHTTP

/// One page that listens: it gets the newest state, and what it is too slow for is left out.
///
/// Touched on the server's loop only.
final class EventFeed: @unchecked Sendable {
    private let exchange: HTTPExchange
    /// What is being sent, from `sent` on.
    private var frame: [UInt8]
    private var sent = 0
    /// What comes after it: the newest alone.
    private var next: [UInt8]?

    /// Begins the answer, which goes on until the client leaves or the server closes.
    init(_ exchange: HTTPExchange, headers: [(String, String)]) {
        self.exchange = exchange
        // A page that loses its connection is to come again soon.
        frame = Array("retry: 2000\n\n".utf8)
        exchange.respond(
            status: 200,
            headers: headers + [
                ("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no"),
            ],
            length: nil,
            source: unsafe HTTPBodySource { [weak self] _, buffer in
                guard let self else { return .end }
                return unsafe self.read(into: buffer)
            })
    }

    /// Tells one state as an event; the text has no line ends.
    func tell(_ text: String) {
        next = Array("data: \(text)\n\n".utf8)
        exchange.resume()
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTPBodyRead {
        if sent == frame.count {
            guard let next else { return .wait }
            frame = next
            self.next = nil
            sent = 0
        }
        let count = min(buffer.count, frame.count - sent)
        unsafe buffer.copyBytes(from: frame[sent..<sent + count])
        sent += count
        return .bytes(count)
    }
}
