public import Foundation
import Manifests
import PlaybackProxy

extension P2PClient {
    /// Makes a session that plays a recorded event.
    ///
    /// Its `playbackUrl` needs neither a header nor a token of any player: each request to the origin gets the
    /// token that is current then. One that the origin refuses is replaced once, then its answer goes
    /// through. Viewers with different tokens share.
    ///
    /// - Parameters:
    ///   - event: Where the event is, and which token opens it.
    ///   - tokens: The application's tokens.
    ///   - options: What else the application knows; its `originCredentials` are the event's.
    /// - Returns: A session whose `playbackUrl` can be opened at once.
    /// - Throws: What `createPlaybackSession(url:options:)` throws. Tokens are fetched when the player asks.
    public func createEventSession(
        _ event: RecordedEvent, tokens: EventTokenStore,
        options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) async throws(P2PError) -> PlaybackSession {
        var options = options
        options.originCredentials = tokens.credentials(for: event)
        options.mimeType = options.mimeType ?? "m3u8"
        options.endsPlaylists = event.isFinished
        return try await createPlaybackSession(url: event.videoUrl, options: options)
    }

    /// The playlist of a recorded event, for a player that asks the origin itself.
    ///
    /// Its URIs are absolute; those of the event's own site have the token that is current now, in place of
    /// any other, and will be refused once that has expired. A finished event's playlist ends with
    /// `#EXT-X-ENDLIST`. A player that can open `playbackUrl` of `createEventSession` has no need of it.
    ///
    /// - Parameters:
    ///   - event: Where the event is, and which token opens it.
    ///   - tokens: The application's tokens.
    /// - Returns: The bytes of the playlist.
    /// - Throws: `EventError`, `P2PError`, or what the application's backend throws.
    public func eventM3U8(_ event: RecordedEvent, tokens: EventTokenStore) async throws -> Data {
        let uri = try ResolvedURI(playing: event.videoUrl)
        // So that what the backend throws comes from here; afterwards the store has it.
        _ = try await tokens.token(for: event)
        var options = P2PPlaybackOptions()
        options.originCredentials = tokens.credentials(for: event)
        let place = try await Runtime.shared.place(of: self)
        switch try await place.download(uri, options) {
        case .playlist(let playlist):
            let token = try await tokens.token(for: event)
            return Data(
                try EventPlaylist.text(
                    playlist, of: uri, token: token, isFinished: event.isFinished))
        case .other(status: 200): throw EventError.notAPlaylist
        case .other(let status): throw EventError(code: .originStatus(status))
        case .failed: throw EventError.originUnreachable
        }
    }
}
