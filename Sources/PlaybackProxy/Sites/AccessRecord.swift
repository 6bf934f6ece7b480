import EventLoop

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
}

/// What an answer says of its source, for the record that is made when it has left.
final class AnswerNote: Sendable {
    private let value = Locked<AnswerSource?>(nil)

    var source: AnswerSource? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
