package import Primitives

/// Measures how long an origin that owes something, and is listened to, has been silent.
package struct ProgressClock: Sendable {
    private let patience: Duration
    /// The last sign of life since the origin has got a request; nil before that.
    private var lastSign: Moment?
    private var isListening = true

    package init(patience: Duration) {
        self.patience = patience
    }

    /// When the silence has lasted too long, unless something moves; nil while nothing is owed.
    package var deadline: Moment? {
        guard isListening, let lastSign else { return nil }
        return lastSign + patience
    }

    package func isOverdue(at now: Moment) -> Bool { deadline.map { $0 <= now } ?? false }

    /// The origin has got the request, or has sent something.
    package mutating func moved(at now: Moment) { lastSign = now }

    /// There is another connection to be made first.
    package mutating func owesNothing() { lastSign = nil }

    package mutating func paused() { isListening = false }

    package mutating func resumed(at now: Moment) {
        isListening = true
        if lastSign != nil { lastSign = now }
    }
}
