import EventLoop
import Primitives

/// The answers of a server that are ready, by what was asked; touched on its loop only.
///
/// They hold their bodies, which somebody else may have let go of: what is not current any more goes
/// within a second.
final class ReadyAnswers {
    /// What libmicrohttpd holds of one answer, and gives to any number of connections.
    final class Prepared {
        let answer: ReadyAnswer
        private(set) var response: MHDResponse
        private var until: Moment

        fileprivate init?(_ answer: ReadyAnswer, at now: Moment) {
            let head = answer.head(now)
            guard let response = MHDResponse(head, answer.body) else { return nil }
            self.answer = answer
            self.response = response
            until = head.until
        }

        /// Has it say what is so now; false when memory is short.
        fileprivate func isRenewed(at now: Moment) -> Bool {
            guard until <= now else { return true }
            let head = answer.head(now)
            guard let renewed = MHDResponse(head, answer.body) else { return false }
            response = renewed
            until = head.until
            return true
        }
    }

    private static let sweepInterval = Duration.seconds(1)

    private let most: Int
    private var prepared: [PlainRequest: Prepared] = [:]
    /// When to look for what is not current.
    private(set) var sweepAt: Moment?

    init(most: Int) { self.most = most }

    /// What to give at that moment.
    func answer(to request: PlainRequest, at now: Moment) -> Prepared? {
        guard let found = prepared[request] else { return nil }
        if found.answer.isCurrent(), found.isRenewed(at: now) { return found }
        prepared[request] = nil
        return nil
    }

    func keep(_ answer: ReadyAnswer, for request: PlainRequest, at now: Moment) {
        // What is still asked for is ready again with the next request.
        if prepared.count >= most { prepared = [:] }
        prepared[request] = Prepared(answer, at: now)
        if sweepAt == nil { sweepAt = now + Self.sweepInterval }
    }

    func sweep(at now: Moment) {
        guard let sweepAt, sweepAt <= now else { return }
        prepared = prepared.filter { $0.value.answer.isCurrent() }
        self.sweepAt = prepared.isEmpty ? nil : now + Self.sweepInterval
    }

    func clear() {
        prepared = [:]
        sweepAt = nil
    }
}
