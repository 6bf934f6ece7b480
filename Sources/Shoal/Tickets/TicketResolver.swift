public import Foundation
import Manifests

/// Tells where a ticket's media is and what opens it: by the application, or by a server over HTTP.
public struct TicketResolver: Sendable {
    /// Looks a ticket up; called on any thread, when it is to be played or prepared, and for each new credential.
    public typealias Resolve =
        @Sendable (_ vid: String, _ playAuthToken: String) async throws -> TicketMedia

    private enum Kind: Sendable {
        case server(URL)
        case application(Resolve)
    }

    private let kind: Kind

    /// A server that is asked by a `POST` of JSON, with the ticket in its body alone.
    ///
    /// It is asked `{"vid": "…", "play_auth_token": "…"}`, and answers
    ///
    /// ```json
    /// {
    ///   "url": "https://cdn.example/1.m3u8", "content_id": "…", "mime_type": "m3u8",
    ///   "headers": {"Authorization": "Bearer …"},
    ///   "query_parameter": "token", "query_token": "…", "expires_at": "2026-01-31T12:00:00Z"
    /// }
    /// ```
    ///
    /// of which all but `url` may be left out. Anything else is an error of playback, as is an answer that
    /// takes more than 15 seconds or 256 KiB; redirects are not followed.
    public static func server(_ url: URL) -> TicketResolver { TicketResolver(kind: .server(url)) }

    /// The application itself; what it throws ends playback as an expired ticket does.
    public static func application(_ resolve: @escaping Resolve) -> TicketResolver {
        TicketResolver(kind: .application(resolve))
    }

    func media(for ticket: TicketSessions.Ticket, by client: P2PClient) async throws -> TicketMedia
    {
        switch kind {
        case .application(let resolve):
            return try await resolve(ticket.vid, ticket.token)
        case .server(let url):
            let question = Question(vid: ticket.vid, playAuthToken: ticket.token)
            let answer = try await client.ask(
                ResolvedURI(playing: url), question, for: Answer.self)
            return TicketMedia(answer)
        }
    }

    /// What has a session show the origin the ticket's credential, `first` before any other.
    func credentials(
        _ first: OriginCredential, in queryParameter: String?, for ticket: TicketSessions.Ticket,
        by client: P2PClient
    ) -> OriginCredentials {
        .provided(queryParameter: queryParameter) { [weak client] request in
            switch request.reason {
            case .first:
                return first
            case .expired, .refused:
                guard let client else { throw BackendError.clientClosed }
                guard let next = try await media(for: ticket, by: client).credential else {
                    throw BackendError.unreadable
                }
                return next
            }
        }
    }

    fileprivate struct Question: Encodable {
        let vid: String
        let playAuthToken: String
    }

    fileprivate struct Answer: Decodable {
        let url: URL
        let contentId: String?
        let mimeType: String?
        let headers: [String: String]?
        let queryParameter: String?
        let queryToken: String?
        let expiresAt: Date?
    }
}

extension TicketMedia {
    fileprivate init(_ answer: TicketResolver.Answer) {
        let headers = answer.headers ?? [:]
        self.init(
            url: answer.url, queryParameter: answer.queryParameter,
            options: P2PPlaybackOptions(contentId: answer.contentId, mimeType: answer.mimeType))
        if let token = answer.queryToken {
            credential = OriginCredential(
                queryToken: token, headers: headers, expires: answer.expiresAt)
        } else if !headers.isEmpty {
            credential = OriginCredential(headers: headers, expires: answer.expiresAt)
        }
    }
}
