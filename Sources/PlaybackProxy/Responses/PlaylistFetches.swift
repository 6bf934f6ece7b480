import Engine
import EventLoop
import Origin
import Primitives

/// The playlists that are on their way: who asks for one meanwhile waits for the same answer.
///
/// A fetch goes on for as long as anybody waits for it. An answer may be kept for whoever asks next.
actor PlaylistFetches {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// One request for a playlist, by which it is taken back.
    struct Ticket: Sendable {
        fileprivate let subject: Subject
        fileprivate let number: Int
    }

    /// What makes two requests one: the URL, the part of it, and every header that may change the answer.
    fileprivate struct Subject: Hashable, Sendable {
        let url: String
        let byteRange: OriginRange?
        let headers: [String]

        init(_ request: OriginRequest) {
            url = request.url
            byteRange = request.byteRange
            headers = request.headers
                .map { (name: $0.name.lowercased(), value: $0.value) }
                .filter { !RequestHeaders.harmless.contains($0.name) }
                .map { "\($0.name): \($0.value)" }
                .sorted()
        }
    }

    private struct Running {
        /// None where the answer had been kept.
        let fetch: BodyFetch?
        var waiting: [(number: Int, onAnswer: @Sendable (PlaylistAnswer) -> Void)]
    }

    private struct Kept {
        let answer: PlaylistAnswer
        let until: Moment
    }

    private nonisolated let loop: UVEventLoop
    private let client: OriginClient
    private let onBytes: @Sendable (Int) -> Void
    private var running: [Subject: Running] = [:]
    private var kept: [Subject: Kept] = [:]
    private var requests = 0

    /// `onBytes` counts what came, once for all who waited for it.
    init(
        client: OriginClient, on loop: UVEventLoop, onBytes: @escaping @Sendable (Int) -> Void
    ) {
        self.client = client
        self.loop = loop
        self.onBytes = onBytes
    }

    /// The answer comes after the call, unless the ticket is taken back.
    ///
    /// `note` is passed on and makes no difference; the answer to `other` would do as well, if that is
    /// on its way.
    func fetch(
        _ request: OriginRequest, note: RequestNote? = nil, orJoining other: OriginRequest? = nil,
        patience: OriginAttempts.Patience = .untilEnd,
        onAnswer: @escaping @Sendable (PlaylistAnswer) -> Void
    ) -> Ticket {
        let joined = other.map(Subject.init).flatMap { running[$0] == nil ? nil : $0 }
        let ticket = Ticket(subject: joined ?? Subject(request), number: requests)
        requests += 1
        let waiter = (ticket.number, onAnswer)
        if running[ticket.subject]?.waiting.append(waiter) == nil {
            let fetch = PlaylistAnswer.fetch(
                note?.added(to: request) ?? request, patience: patience, client: client, on: loop
            ) { [weak self] answer in
                self?.assumeIsolated { $0.ended(ticket.subject, answer) }
            }
            running[ticket.subject] = Running(fetch: fetch, waiting: [waiter])
        }
        return ticket
    }

    /// Keeps an answer for the next who asks the same, once, and until then.
    func keep(_ answer: PlaylistAnswer, to request: OriginRequest, until: Moment) {
        kept[Subject(request)] = Kept(answer: answer, until: until)
    }

    /// Gives what was kept of the answer to a request; it comes after the call, too.
    func fetchKept(
        _ request: OriginRequest, onAnswer: @escaping @Sendable (PlaylistAnswer) -> Void
    ) -> Ticket? {
        let subject = Subject(request)
        guard running[subject] == nil, let kept = kept.removeValue(forKey: subject),
            loop.now < kept.until
        else { return nil }
        let ticket = Ticket(subject: subject, number: requests)
        requests += 1
        running[subject] = Running(fetch: nil, waiting: [(ticket.number, onAnswer)])
        loop.execute { [weak self] in
            self?.assumeIsolated { $0.found(ticket, kept.answer) }
        }
        return ticket
    }

    private func found(_ ticket: Ticket, _ answer: PlaylistAnswer) {
        guard let running = running[ticket.subject], running.fetch == nil,
            running.waiting.first?.number == ticket.number
        else { return }
        self.running[ticket.subject] = nil
        for waiter in running.waiting { waiter.onAnswer(answer) }
    }

    /// Who has asked does not wait any more.
    func cancel(_ ticket: Ticket) {
        guard var rest = running[ticket.subject] else { return }
        rest.waiting.removeAll { $0.number == ticket.number }
        running[ticket.subject] = rest.waiting.isEmpty ? nil : rest
        if rest.waiting.isEmpty { rest.fetch?.assumeIsolated { $0.cancel() } }
    }

    private func ended(_ subject: Subject, _ answer: PlaylistAnswer) {
        guard let ended = running.removeValue(forKey: subject) else { return }
        switch answer {
        case .playlist(_, let body), .other(_, let body): onBytes(body.count)
        case .media, .failed: break
        }
        for waiter in ended.waiting { waiter.onAnswer(answer) }
    }
}
