import EventLoop
import LocalHTTP

/// One request to a site and what became of it; without anything that is secret.
package struct AccessRecord: Hashable, Sendable {
    package let site: String
    package let method: String
    /// Without its query, which may have tokens.
    package let path: String
    package let status: Int
    /// Of the body.
    package let bytes: Int
    package let isComplete: Bool
    package let source: AnswerSource?
    package let duration: Duration

    package init(
        site: String, method: String, path: String, status: Int, bytes: Int, isComplete: Bool,
        source: AnswerSource?, duration: Duration
    ) {
        self.site = site
        self.method = method
        self.path = path
        self.status = status
        self.bytes = bytes
        self.isComplete = isComplete
        self.source = source
        self.duration = duration
    }

    init(
        _ outcome: HTTPOutcome, of request: HTTPRequest, to site: String,
        from source: AnswerSource?, in duration: Duration
    ) {
        self.init(
            site: site, method: request.method, path: request.path,
            // The client has gone before there was an answer.
            status: outcome.status ?? 499, bytes: outcome.bytes,
            isComplete: outcome.isComplete, source: source, duration: duration)
    }
}

/// What an answer says of its source, for the record that is made when it has left.
final class AnswerNote: Sendable {
    private let value = Locked<AnswerSource?>(nil)

    var source: AnswerSource? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
