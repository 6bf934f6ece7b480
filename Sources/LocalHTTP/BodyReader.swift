/// Hands a body's bytes to libmicrohttpd as it asks for them; lives as long as the response there.
final class BodyReader {
    /// `MHD_CONTENT_READER_END_OF_STREAM`, a macro that Swift cannot see.
    static let ended = -1
    /// `MHD_CONTENT_READER_END_WITH_ERROR`.
    static let failed = -2
    /// Asks for the same again, at once unless the connection was suspended.
    private static let nothingYet = 0

    let length: Int?
    private let source: HTTPBodySource
    private let exchange: HTTPExchange

    init(source: HTTPBodySource, length: Int?, exchange: HTTPExchange) {
        self.source = source
        self.length = length
        self.exchange = exchange
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard exchange.beginRead() else { return Self.failed }
        let result = unsafe source.read(offset, buffer)
        switch result {
        case .bytes(let count):
            precondition(count > 0 && count <= buffer.count, "a read gives at least one byte")
            return exchange.endRead(count) ? count : Self.failed
        case .wait:
            return exchange.starve() ? Self.nothingYet : Self.failed
        case .end where length == nil:
            return exchange.endRead(0) ? Self.ended : Self.failed
        case .end, .fail:
            exchange.reset()
            return Self.failed
        }
    }
}
