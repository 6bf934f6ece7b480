public import Foundation

/// The application's own player, which is told what to load.
@MainActor
public protocol TicketPlayer: AnyObject {
    /// Loads the URL, on this machine, in place of what it plays, and goes on from there.
    ///
    /// - Parameters:
    ///   - playbackUrl: What `PlaybackSession.playbackUrl` is; it works until the next call, or the close.
    ///   - seconds: The position.
    func load(_ playbackUrl: URL, at seconds: Double)

    /// Adds texts to what was loaded last.
    func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle])
}
