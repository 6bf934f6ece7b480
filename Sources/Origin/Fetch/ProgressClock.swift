import Primitives

/// Measures how long an origin that owes something, and is listened to, has been silent.
struct ProgressClock: Sendable {
    private let patience: Duration
    /// The last sign of life since the origin has got a request; nil before that.
    private var lastSign: Moment?
    private var isListening = true

    init(patience: Duration) {
        self.patience = patience
    }

    /// When the silence has lasted too long, unless something moves; nil while nothing is owed.
    var deadline: Moment? {
        guard isListening, let lastSign else { return nil }
        return lastSign + patience
    }

    func isOverdue(at now: Moment) -> Bool { deadline.map { $0 <= now } ?? false }

    /// The origin has got the request, or has sent something.
    mutating func moved(at now: Moment) { lastSign = now }

    /// There is another connection to be made first.
    mutating func owesNothing() { lastSign = nil }

    mutating func paused() { isListening = false }

    mutating func resumed(at now: Moment) {
        isListening = true
        if lastSign != nil { lastSign = now }
    }
}
