import EventLoop
import Foundation
import IOTestSupport
import Primitives
import SwarmTestSupport

/// An application's backend, and the server that knows what tickets open: over HTTP, on a loop of its own.
///
/// `/v1/play` says what a test has written, `/media` resolves tickets that have not been taken back, and
/// the media origin lets in who shows a credential that was given for one.
final class TicketServer: Sendable {
    enum Answer: Sendable {
        case json(String, status: String = "200 OK")
        case redirect(to: String)
        /// Nothing until the client has gone.
        case silence
        /// The beginning of an answer, and the end of the connection.
        case half(String)

        /// A ticket, and what comes with it.
        static func ticket(_ text: String, more: String = "") -> Answer {
            .json(#"{"ok":true,"current":\#(text)\#(more)}"#)
        }
    }

    private struct State {
        /// The last one is said again and again.
        var answers: [Answer] = []
        var plays: [ScriptedOrigin.Request] = []
        var resolved: [String] = []
        var tickets: Set<String> = []
        var credentials: Set<String> = []
        var media = ""
        var count = 0
    }

    /// In every ticket that is given out by any server of the process.
    static let canary = "canary\(UInt64.random(in: 0 ... .max))"

    private let loop: UVEventLoop
    private let state = Locked(State())
    private let server = Locked<ScriptedOrigin?>(nil)

    private init() throws { loop = try UVEventLoop(name: "ticket-server") }

    /// Gives `body` a server, which is ended whatever happens.
    static func run(_ body: (TicketServer) async throws -> Void) async throws {
        let made = try TicketServer()
        try await made.loop.run {
            let server = try ScriptedOrigin(on: made.loop) { [weak made] in made?.received($0) }
            made.server.withLock { $0 = server }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(made)) } catch { outcome = .failure(error) }
        try await made.loop.run { made.server.withLock { $0.take() }?.close() }
        await made.loop.shutdown()
        try outcome.get()
    }

    func url(_ target: String) throws -> URL {
        struct NoURL: Error {}
        guard let url = URL(string: server.withLock { $0?.url(target) } ?? "") else {
            throw NoURL()
        }
        return url
    }

    // MARK: - What a test does and sees

    func say(_ answers: Answer...) { state.withLock { $0.answers = answers } }

    /// A ticket that is good until it is taken back.
    func ticket(_ name: String = "one") -> String {
        let ticket = "\(Self.canary)-\(name)"
        state.withLock { _ = $0.tickets.insert(ticket) }
        return ticket
    }

    /// What the backend writes of a ticket, of a video of that name.
    func text(
        of name: String, expires: String = "2126-01-31T12:00:00Z", subtitles: String? = nil
    ) -> String {
        let more = subtitles.map { #","subtitles":\#($0)"# } ?? ""
        return #"{"vid":"\#(name)","play_auth_token":"\#(ticket(name))""#
            + #","expires_at":"\#(expires)"\#(more)}"#
    }

    /// Where tickets lead.
    func setMedia(_ url: String) { state.withLock { $0.media = url } }

    /// Credentials so far are refused; tickets get others.
    func expireCredentials() { state.withLock { $0.credentials = [] } }

    /// Tickets so far are refused, and what they opened is closed.
    func expireTickets() {
        state.withLock { state in
            state.tickets = []
            state.credentials = []
        }
    }

    func isGood(_ request: ScriptedOrigin.Request) -> Bool {
        let shown = Set(request.values("X-Ticket"))
        return state.withLock { !$0.credentials.isDisjoint(with: shown) }
    }

    /// Requests to `/v1/play`.
    var plays: [ScriptedOrigin.Request] { state.withLock(\.plays) }

    /// The video of each question to `/media`.
    var resolved: [String] { state.withLock(\.resolved) }

    // MARK: - On the loop

    private struct Question: Decodable {
        let vid: String
        let play_auth_token: String
    }

    private func received(_ exchange: ScriptedOrigin.Exchange) {
        switch exchange.request.line {
        case "POST /v1/play HTTP/1.1": play(exchange)
        case "POST /media HTTP/1.1": resolve(exchange)
        default: exchange.answer("404 Not Found", body: "no such place")
        }
    }

    private func play(_ exchange: ScriptedOrigin.Exchange) {
        let answer = state.withLock { state in
            state.plays.append(exchange.request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first
        }
        switch answer {
        case .json(let text, let status)?:
            exchange.answer(status, headers: ["Content-Type: application/json"], body: text)
        case .redirect(let location)?:
            exchange.redirect(to: location, status: "307 Temporary Redirect")
        case .half(let text)?:
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + text)
            exchange.close()
        case .silence?, nil:
            break
        }
    }

    private func resolve(_ exchange: ScriptedOrigin.Exchange) {
        do {
            let question = try JSONDecoder().decode(
                Question.self, from: Data(exchange.request.body))
            let (credential, media) = state.withLock { state -> (String?, String) in
                state.resolved.append(question.vid)
                guard state.tickets.contains(question.play_auth_token) else {
                    return (nil, state.media)
                }
                state.count += 1
                let credential = "opens-\(state.count)"
                state.credentials.insert(credential)
                return (credential, state.media)
            }
            guard let credential else {
                return exchange.answer("403 Forbidden", body: #"{"error":"expired"}"#)
            }
            exchange.answer(
                body: #"{"url":"\#(media)","headers":{"X-Ticket":"\#(credential)"}}"#)
        } catch {
            exchange.answer("400 Bad Request")
        }
    }
}
