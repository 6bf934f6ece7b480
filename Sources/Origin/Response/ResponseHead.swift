/// Collects the header lines of one response, of which a stranger decides how many there are.
struct ResponseHead: Sendable {
    private static let maxBytes = 64 << 10
    private static let maxHeaders = 256

    let status: Int
    /// HTTP/2 and later mark the end of a body even where no length was declared.
    let isFramed: Bool
    private(set) var headers: [OriginHeader] = []
    private var bytes = 0

    /// Nil unless the line is a status line with a status that HTTP gives a meaning to.
    init?(statusLine: String) {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        let isHTTP = words.first.map { $0.hasPrefix("HTTP/") || $0 == "ICY" } ?? false
        guard words.count >= 2, isHTTP, words[1].utf8.count == 3,
            let status = words[1].decimalNumber, (100..<600).contains(status)
        else { return nil }
        self.status = status
        isFramed = words[0].hasPrefix("HTTP/") && !words[0].hasPrefix("HTTP/1")
    }

    /// Whether another head follows, this one being but a notice on the way.
    var isInterim: Bool { status < 200 }

    mutating func append(_ line: String) throws(OriginError) {
        bytes += line.utf8.count
        guard bytes <= Self.maxBytes, headers.count < Self.maxHeaders else { throw .protocolError }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isTokenByte) else {
            // A folded or malformed line: curl has understood what it needs, nobody else shall guess.
            return
        }
        headers.append((String(parts[0]), parts[1].trimmingHeaderSpace))
    }

    func values(_ name: String) -> [String] {
        headers.filter { $0.name.asciiLowercased == name }.map(\.value)
    }

    /// Where a redirect points to; nil for every response that is none.
    var redirect: String? {
        switch status {
        case 301, 302, 303, 307, 308: values("location").first
        default: nil
        }
    }

    var isChunked: Bool {
        values("transfer-encoding").contains { $0.asciiLowercased.hasSuffix("chunked") }
    }

    /// What the body is encoded with, in lower case; nothing for a plain one.
    var contentEncodings: [String] {
        values("content-encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingHeaderSpace.asciiLowercased }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// The headers without those that speak of the encoded bytes.
    var headersOfDecodedBody: [OriginHeader] {
        let encoded: Set<String> = [
            "content-encoding", "content-length", "content-md5", "digest", "content-digest",
            "repr-digest",
            "accept-ranges",
        ]
        return headers.filter { !encoded.contains($0.name.asciiLowercased) }
    }

    /// The declared length; several that agree are one.
    func declaredLength() throws(OriginError) -> Int? {
        guard !isChunked else { return nil }
        var declared: Int?
        for value in values("content-length") {
            guard let length = value.decimalNumber, length == declared ?? length else {
                throw .protocolError
            }
            declared = length
        }
        return declared
    }
}
