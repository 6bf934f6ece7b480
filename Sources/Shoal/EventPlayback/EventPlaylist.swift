import Manifests
import PlaybackProxy

/// A recorded event's playlist for a player that asks the origin itself and cannot authorize anything.
enum EventPlaylist {
    /// The playlist with absolute URIs, those of the event's site with the token, and with its end if it is
    /// finished.
    static func text(
        _ playlist: HLSPlaylist, of event: ResolvedURI, token: EventToken, isFinished: Bool
    ) throws(P2PError) -> [UInt8] {
        var failure: P2PError?
        let text = playlist.rewriting { _, uri in
            // Nobody else's server is to see the token.
            guard uri.origin == event.origin else { return uri.text }
            do throws(P2PError) {
                return try token.authorizing(uri.text)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return isFinished ? FinishedPlaylist.ending(text) : text
    }
}
