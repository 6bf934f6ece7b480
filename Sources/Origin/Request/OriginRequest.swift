package typealias OriginHeader = (name: String, value: String)

/// One thing to ask an origin for.
package struct OriginRequest: Sendable {
    package enum Method: Hashable, Sendable {
        case get, head
        /// With this body, and sent once: whatever comes of it, a redirect included, is the answer.
        case post([UInt8])
    }

    package var url: String
    /// What the player or the app wants sent; `RequestHeaders` says what of it goes where.
    package var headers: [OriginHeader]
    package var byteRange: OriginRange?
    /// Whether another part than the one asked for, or the whole, is an answer, too: the consumer then
    /// reads status and range by itself.
    package var acceptsAnyPart = false
    package var method: Method
    /// How long the origin may be silent once it has the request, before and within its answer.
    package var progressTimeout: Duration
    /// The longest body that is taken.
    package var maxLength: Int

    package init(
        url: String, headers: [OriginHeader] = [], byteRange: OriginRange? = nil,
        method: Method = .get, progressTimeout: Duration = .seconds(10),
        maxLength: Int = 1 << 40
    ) {
        self.url = url
        self.headers = headers
        self.byteRange = byteRange
        self.method = method
        self.progressTimeout = progressTimeout
        self.maxLength = maxLength
    }
}

extension OriginRequest.Method {
    /// Whether asking twice is the same as asking once.
    var mayRepeat: Bool {
        switch self {
        case .get, .head: true
        case .post: false
        }
    }
}

extension OriginRequest.Method: CustomStringConvertible, CustomReflectable {
    /// No body: it may hold credentials.
    package var description: String {
        switch self {
        case .get: "get"
        case .head: "head"
        case .post: "post"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension OriginRequest: CustomStringConvertible, CustomReflectable {
    /// No URL, no header and no body: all of them may hold credentials.
    package var description: String { "OriginRequest(\(method))" }
    package var customMirror: Mirror { Mirror(self, children: ["method": "\(method)"]) }
}
