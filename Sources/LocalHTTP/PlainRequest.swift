/// A GET of which nothing else can make a difference to its answer.
///
/// Whatever has another header than those that are known to make none is not plain.
struct PlainRequest: Hashable {
    /// As it was sent.
    let target: String
    let origin: String?
    /// Whether it asks for `bytes=0-`, as many players do of everything.
    let isFromStart: Bool
}

/// Looks at the head of a request, one header after the other.
struct PlainHead {
    /// What speaks of the client, of its connection, or of encodings that media has none of.
    private static let inert: Set = [
        "accept", "accept-encoding", "accept-language", "cache-control", "connection", "dnt",
        "icy-metadata", "keep-alive", "pragma", "priority", "referer", "sec-ch-ua",
        "sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode",
        "sec-fetch-site", "sec-fetch-storage-access", "sec-gpc", "user-agent",
        "x-playback-session-id",
    ]

    private var isPlain = true
    private var hosts = 0
    private var origin: String?
    private var isFromStart = false

    mutating func take(_ name: String, _ value: UnsafeRawBufferPointer) {
        guard unsafe isPlain && value.allSatisfy({ 0x20..<0x7f ~= $0 || $0 == 0x09 }) else {
            isPlain = false
            return
        }
        switch name.lowercased() {
        case "host":
            hosts += 1
        case "origin" where origin == nil:
            origin = unsafe String(decoding: value, as: UTF8.self)
        case "range" where unsafe !isFromStart && value.elementsEqual("bytes=0-".utf8):
            isFromStart = true
        case let name:
            isPlain = Self.inert.contains(name)
        }
    }

    /// Nil unless the request is plain, and says once which host it means.
    func request(for target: String) -> PlainRequest? {
        // Of others, texts that are not the same could count as equal.
        guard isPlain, hosts == 1, target.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return PlainRequest(target: target, origin: origin, isFromStart: isFromStart)
    }
}
