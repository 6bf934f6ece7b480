import EventLoop
public import Foundation
import Origin
import Primitives

/// The tokens of an application's spaces: fetched once, held for a day, and fetched anew when needed.
///
/// One store serves every event of an application. Tokens of a space are fetched when one is needed for the
/// first time, when there is none for a bucket and device, and when the origin has refused one: once for
/// all who need them at that time. They are in memory alone.
public actor EventTokenStore {
    /// Asks the application's backend for all tokens of a space.
    public typealias Fetch = @Sendable (_ spaceId: String) async throws -> [EventToken]

    /// The parameter of the query that tokens go into.
    static let parameter = "Authorization"

    private let fetch: Fetch
    private let start = ContinuousClock.now
    private var book = EventTokenBook()
    private var questions: [Int: CheckedContinuation<EventToken?, any Error>] = [:]
    private var count = 0

    /// A store that has nothing yet.
    ///
    /// - Parameter fetch: Asks the backend; what it throws comes to whoever needed a token.
    public init(fetch: @escaping Fetch) { self.fetch = fetch }

    /// The token for the event, by its bucket and device.
    ///
    /// Throws `EventError.noToken`, or what the application's `Fetch` throws.
    public func token(for event: RecordedEvent) async throws -> EventToken {
        try await token(for: event, insteadOf: nil)
    }

    /// The event's URL with the token that is current, in place of any that was in it.
    ///
    /// Make it at the moment when it is played or asked for, not when events are listed.
    /// Throws as `token(for:)` does, and `P2PError.malformedURL`.
    public func authorizedURL(for event: RecordedEvent) async throws -> URL {
        let token = try await token(for: event)
        guard let url = URL(string: try token.authorizing(event.videoUrl.absoluteString)) else {
            throw P2PError.malformedURL
        }
        return url
    }

    /// What has a session show the origin the event's token with every request.
    nonisolated func credentials(for event: RecordedEvent) -> OriginCredentials {
        .provided(queryParameter: Self.parameter) { [self] request in
            let token = try await token(for: event, insteadOf: request.replacing?.queryToken)
            return OriginCredential(queryToken: token.authToken, expires: token.expires)
        }
    }

    private func token(
        for event: RecordedEvent, insteadOf stale: String?
    ) async throws -> EventToken {
        let token = try await withCheckedThrowingContinuation { question in
            count += 1
            questions[count] = question
            let key = EventTokenBook.Key(
                space: event.spaceId, bucket: event.bucketName, device: event.deviceId)
            feed { $0.ask(count, for: key, insteadOf: stale, at: now, into: &$1) }
        }
        guard let token else { throw EventError.noToken }
        return token
    }

    private var now: Moment { Moment(sinceStart: start.duration(to: .now)) }

    /// `error` is what questions fail with, if the input has any fail.
    private func feed(
        failingWith error: any Error = CancellationError(),
        _ input: (inout EventTokenBook, inout [EventTokenBook.Action]) -> Void
    ) {
        var actions: [EventTokenBook.Action] = []
        input(&book, &actions)
        for action in actions {
            switch action {
            case .fetch(let space):
                // Whoever asked may leave; others wait for the same.
                Task { await ask(for: space) }
            case .answer(let id, let token):
                questions.removeValue(forKey: id)?.resume(returning: token)
            case .fail(let id):
                questions.removeValue(forKey: id)?.resume(throwing: error)
            }
        }
    }

    private func ask(for space: String) async {
        do {
            let tokens = try await fetch(space).map { token in
                (token: token, lifetime: token.expires.map(Duration.untilDate))
            }
            feed { $0.fetched(tokens, of: space, at: now, into: &$1) }
        } catch {
            feed(failingWith: error) { $0.failed(space, into: &$1) }
        }
    }
}

extension Duration {
    /// A date may lie anywhere; a century is as good as for ever.
    fileprivate static func untilDate(_ date: Date) -> Duration {
        .seconds(min(max(date.timeIntervalSinceNow, 0), 3e9))
    }
}

extension EventToken {
    /// The URL with this token once, whatever was there under its parameter's name.
    ///
    /// Throws `P2PError.malformedURL`.
    func authorizing(_ url: String) throws(P2PError) -> String {
        do {
            return try OriginURL(url).text(replacing: EventTokenStore.parameter, with: authToken)
        } catch {
            throw .malformedURL
        }
    }
}
