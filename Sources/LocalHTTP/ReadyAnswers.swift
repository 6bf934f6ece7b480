import Primitives

/// The answers of a server that are ready, by what was asked; touched on its loop only.
///
/// All of them together take about `mostBytes`.
final class ReadyAnswers {
    /// What libmicrohttpd holds of one answer, and gives to any number of connections.
    final class Prepared {
        /// Without its body, of which libmicrohttpd has a copy.
        let answer: ReadyAnswer
        let bodyLength: Int
        let response: MHDResponse

        fileprivate init?(_ answer: ReadyAnswer) {
            guard let response = MHDResponse(answer) else { return nil }
            self.response = response
            bodyLength = answer.body.count
            var bodyless = answer
            bodyless.body = []
            self.answer = bodyless
        }
    }

    /// Longer ones gain little: their bytes cost more than all that is around them.
    static let longestBody = 128 << 10
    private static let mostBytes = 32 << 20
    /// Of the head of an answer and of what is known of it.
    private static let overhead = 1 << 10

    private var prepared: [PlainRequest: Prepared] = [:]
    private var bytes = 0

    /// What to give at that moment.
    func answer(to request: PlainRequest, at now: Moment) -> Prepared? {
        guard let found = prepared[request] else { return nil }
        if found.answer.until > now, found.answer.isCurrent() { return found }
        remove(request)
        return nil
    }

    func keep(_ answer: ReadyAnswer, for request: PlainRequest) {
        remove(request)
        guard answer.body.count <= Self.longestBody, let ready = Prepared(answer) else { return }
        let size = Self.size(of: ready, to: request)
        // What is still asked for is ready again with the next request.
        if bytes + size > Self.mostBytes { clear() }
        bytes += size
        prepared[request] = ready
    }

    func clear() {
        prepared = [:]
        bytes = 0
    }

    private func remove(_ request: PlainRequest) {
        guard let removed = prepared.removeValue(forKey: request) else { return }
        bytes -= Self.size(of: removed, to: request)
    }

    private static func size(of prepared: Prepared, to request: PlainRequest) -> Int {
        overhead + prepared.bodyLength + request.target.utf8.count
            + (request.origin?.utf8.count ?? 0)
    }
}
