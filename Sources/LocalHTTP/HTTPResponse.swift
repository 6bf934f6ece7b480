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
        self.headers = Self.unframed(headers)
        self.body = body
    }

    /// How the body is framed is this server's to say, whatever the origin's framing was.
    static func unframed(_ headers: [(String, String)]) -> [(String, String)] {
        headers.filter { name, _ in !framing.contains { name.isSameHeaderName(as: $0) } }
    }

    private static let framing = ["Content-Length", "Transfer-Encoding"]
}
