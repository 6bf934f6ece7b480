/// An answer that is ready to be sent.
struct HTTPResponse {
    enum Body {
        case bytes([UInt8])
        /// Without a length the body ends where its source does: chunked, or closed in HTTP/1.0.
        case stream(length: Int?, HTTPBodySource)
    }

    let status: Int
    let headers: [(String, String)]
    let body: Body

    init(status: Int, headers: [(String, String)], body: Body) {
        precondition((200..<600).contains(status), "a final status")
        self.status = status
        // How the body is framed is this server's to say, whatever the origin's framing was.
        self.headers = headers.filter { name, _ in
            !Self.framing.contains { name.isSameHeaderName(as: $0) }
        }
        self.body = body
    }

    private static let framing = ["Content-Length", "Transfer-Encoding"]
}
