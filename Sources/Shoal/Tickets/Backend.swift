public import Foundation
import Manifests

/// An application's own backend, which says of an episode whether a device may play it.
///
/// Each question is one `POST` of JSON to `v1/play` below its address, sent once and never again by itself:
///
/// ```json
/// {"film_id": "film", "episode_no": 1, "union_info": "…", "drm_kek": "…"}
/// ```
///
/// The answer's JSON says what it means, whatever its status:
///
/// ```json
/// {
///   "ok": true,
///   "current": {
///     "vid": "…", "play_auth_token": "…", "expires_at": "2026-01-31T12:00:00.5Z",
///     "subtitles": [{"language": "en", "url": "https://…"}]
///   },
///   "next": [{"episode_no": 2, "ticket": {"vid": "…", "…": "…"}}]
/// }
/// ```
///
/// or `{"ok": false, "outcome": "locked"}` with `locked`, `unavailable`, `not_ready`, `busy` or `broken`.
/// Subtitles and `next` may be left out. Dates are those of ISO 8601, with fractions of a second or without.
/// The answer has 15 seconds and 256 KiB. A redirect is not followed: the viewer's session is for this
/// server alone.
public final class Backend: Sendable {
    private let client: P2PClient
    private let uri: ResolvedURI
    private let limit: Duration
    private let sessionToken: @Sendable () -> String

    /// A backend that is asked on the client's thread, until the client is closed.
    ///
    /// - Parameters:
    ///   - baseURL: Its address, to which `v1/play` is added.
    ///   - client: The application's client.
    ///   - sessionToken: The viewer's session, read for each question. It goes to this server alone.
    /// - Throws: `P2PError.malformedURL` or `P2PError.unsupportedScheme`.
    public convenience init(
        baseURL: URL, client: P2PClient, sessionToken: @escaping @Sendable () -> String
    ) throws(P2PError) {
        try self.init(
            baseURL: baseURL, client: client, limit: BackendCall.limit, sessionToken: sessionToken)
    }

    /// With `limit` for a whole answer.
    init(
        baseURL: URL, client: P2PClient, limit: Duration,
        sessionToken: @escaping @Sendable () -> String
    ) throws(P2PError) {
        uri = try ResolvedURI(playing: baseURL.appending(path: "v1/play"))
        self.client = client
        self.limit = limit
        self.sessionToken = sessionToken
    }

    /// Asks for a ticket; a task that is cancelled waits no longer.
    ///
    /// - Throws: `BackendError` if there is no answer that can be read.
    public func play(
        filmId: String, episodeNo: Int, device: DeviceValues
    ) async throws(BackendError) -> PlaybackAnswer {
        let question = PlayQuestion(
            filmId: filmId, episodeNo: episodeNo, unionInfo: device.unionInfo,
            drmKek: device.drmKek)
        let answer = try await client.ask(
            uri, question, bearer: sessionToken(), within: limit, for: PlayResponse.self)
        return PlaybackAnswer(answer)
    }
}

extension Backend: CustomStringConvertible, CustomReflectable {
    public var description: String { "Backend" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
