import Primitives

/// Holds the tokens of spaces, and decides when they are fetched and who waits for that.
///
/// It does no I/O and reads no clock. One fetch serves everybody who needs tokens of its space meanwhile;
/// whoever finds nothing, or only what the origin has refused, has one fetched for that, and then no more.
struct EventTokenBook: Sendable {
    /// What a token is looked up by.
    struct Key: Hashable, Sendable {
        let space: String
        let bucket: String
        let device: String
    }

    enum Action: Hashable, Sendable {
        /// Ask the backend; `fetched` or `failed` is to follow.
        case fetch(space: String)
        /// The question's answer; nil if there is no token, even after a fetch.
        case answer(Int, EventToken?)
        /// The fetch that the question waited for has failed.
        case fail(Int)
    }

    private struct Question {
        let id: Int
        let key: Key
        /// What the origin has refused.
        let stale: String?
        /// The fetch that it waits for was begun on its account, or after it came.
        var isLast: Bool
    }

    private struct Held {
        let token: EventToken
        let until: Moment
    }

    /// How long a token is held that says no more of itself.
    static let day = Duration.seconds(24 * 60 * 60)

    private var held: [Key: Held] = [:]
    /// By the space whose tokens are being fetched.
    private var waiting: [String: [Question]] = [:]

    /// Somebody needs a token, and not the one that the origin has refused.
    mutating func ask(
        _ id: Int, for key: Key, insteadOf stale: String?, at now: Moment,
        into actions: inout [Action]
    ) {
        if let token = token(for: key, insteadOf: stale, at: now) {
            actions.append(.answer(id, token))
        } else if waiting[key.space] != nil {
            // It may have been answered before what is stale now became so.
            waiting[key.space]?.append(Question(id: id, key: key, stale: stale, isLast: false))
        } else {
            fetch([Question(id: id, key: key, stale: stale, isLast: true)], into: &actions)
        }
    }

    /// All tokens of the space, each with how long it is good, where that is known.
    mutating func fetched(
        _ tokens: [(token: EventToken, lifetime: Duration?)], of space: String, at now: Moment,
        into actions: inout [Action]
    ) {
        let questions = waiting.removeValue(forKey: space) ?? []
        held = held.filter { $0.key.space != space && $0.value.until > now }
        for (token, lifetime) in tokens {
            let key = Key(space: space, bucket: token.bucketName, device: token.deviceId)
            // Of two for the same the first counts.
            guard held[key] == nil else { continue }
            held[key] = Held(token: token, until: now + min(lifetime ?? Self.day, Self.day))
        }
        var left: [Question] = []
        for question in questions {
            let token = token(for: question.key, insteadOf: question.stale, at: now)
            if token != nil || question.isLast {
                // One that was refused before is all there is: the origin has the last word.
                actions.append(.answer(question.id, token ?? held[question.key]?.token))
            } else {
                left.append(question)
            }
        }
        if !left.isEmpty { fetch(left, into: &actions) }
    }

    mutating func failed(_ space: String, into actions: inout [Action]) {
        for question in waiting.removeValue(forKey: space) ?? [] {
            actions.append(.fail(question.id))
        }
    }

    private mutating func fetch(_ questions: [Question], into actions: inout [Action]) {
        guard let space = questions.first?.key.space else { return }
        waiting[space] = questions.map {
            Question(id: $0.id, key: $0.key, stale: $0.stale, isLast: true)
        }
        actions.append(.fetch(space: space))
    }

    private func token(
        for key: Key, insteadOf stale: String?, at now: Moment
    ) -> EventToken? {
        guard let held = held[key], held.until > now, held.token.authToken != stale else {
            return nil
        }
        return held.token
    }
}
