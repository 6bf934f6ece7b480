import Engine
import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// An origin may keep such a request for three target durations; then it answers with an error of
    /// its own, which is waited for.
    private static let longestWait = Duration.seconds(120)

    /// Fetches a playlist, or the version of it that a player waits for.
    ///
    /// One who waits shares the request with all who wait for the same, whatever they say of themselves,
    /// and takes the origin's word as it is: a second wait would end when the first version is old.
    func fetch(
        _ uri: ResolvedURI, _ directives: DeliveryDirectives, _ note: RequestNote?,
        onAnswer: @escaping @Sendable (PlaylistAnswer) -> Void
    ) -> PlaylistFetches.Ticket {
        let request = playlistRequest(for: uri, directives)
        guard directives.isBlocking else {
            return playlists.assumeIsolated {
                $0.fetchKept(request, onAnswer: onAnswer)
                    ?? $0.fetch(note?.added(to: request) ?? request, onAnswer: onAnswer)
            }
        }
        let whole = playlistRequest(for: uri, directives.forWhole)
        return playlists.assumeIsolated {
            $0.fetch(
                request, note: note, orJoining: whole, patience: .none, onAnswer: onAnswer)
        }
    }

    func playlistRequest(
        for uri: ResolvedURI, _ directives: DeliveryDirectives
    ) -> OriginRequest {
        var request = OriginRequest(
            url: directives.added(to: uri.text), headers: originHeaders.headers(for: uri))
        if directives.isBlocking { request.progressTimeout = Self.longestWait }
        return request
    }
}
