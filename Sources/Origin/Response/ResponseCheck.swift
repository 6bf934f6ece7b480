/// Holds an origin to what it declared: the part that was asked for, and all bytes of it.
///
/// It is made from the head of the response, is told of every piece of the body, and in the end
/// says whether that was the whole of it.
struct ResponseCheck: Sendable {
    let contentLength: Int?
    let contentRange: ContentRange?
    let endIsCertain: Bool
    /// What the body must come to; nil if only the connection knows.
    private let expected: Int?
    private let maxLength: Int
    private var received = 0

    /// `allowsWhole` says whether the whole is a right answer to a request for a part.
    init(
        _ head: ResponseHead, to request: OriginRequest, allowsWhole: Bool, isDecoded: Bool
    ) throws(OriginError) {
        let declared = try head.declaredLength()
        let hasBody = request.method != .head && head.status != 204 && head.status != 304
        contentRange = try Self.contentRange(head, request: request)
        if hasBody, !request.acceptsAnyPart {
            try Self.checkPart(contentRange, head, request.byteRange, allowsWhole)
        }
        if case .part(let part, _)? = contentRange, let declared, declared != part.count {
            throw .protocolError
        }
        if isDecoded {
            // curl compares the encoded body with its length by itself.
            contentLength = nil
            expected = nil
            endIsCertain = declared != nil || head.isChunked || head.isFramed
        } else {
            var length = declared
            if case .part(let part, _)? = contentRange { length = part.count }
            contentLength = length
            expected = hasBody ? length : 0
            endIsCertain = expected != nil || head.isChunked || head.isFramed
        }
        maxLength = request.maxLength
        if let expected, expected > maxLength { throw .tooLarge }
    }

    mutating func received(_ count: Int) throws(OriginError) {
        received += count
        guard received <= maxLength else { throw .tooLarge }
        guard received <= expected ?? .max else { throw .protocolError }
    }

    func end() throws(OriginError) {
        guard received == expected ?? received else { throw .shortBody }
    }

    /// Only 206 and 416 give the header a meaning.
    private static func contentRange(
        _ head: ResponseHead, request: OriginRequest
    ) throws(OriginError) -> ContentRange? {
        let value = head.values("content-range").first
        switch head.status {
        case 206:
            // Also a body of several parts, which nobody asked for.
            guard let value, let range = ContentRange(value), case .part = range else {
                throw .protocolError
            }
            return range
        case 416:
            guard let value, let range = ContentRange(value), case .unsatisfied = range else {
                return nil
            }
            return range
        default:
            return nil
        }
    }

    private static func checkPart(
        _ range: ContentRange?, _ head: ResponseHead, _ asked: OriginRange?, _ allowsWhole: Bool
    ) throws(OriginError) {
        switch (head.status, asked) {
        case (206, let asked?):
            guard let range, range.answers(asked) else { throw .wrongRange }
        case (206, nil):
            throw .wrongRange
        case (200, .from(0)?), (200, nil):
            break
        case (200, _?):
            guard allowsWhole else { throw .rangeIgnored }
        default:
            break
        }
    }
}
