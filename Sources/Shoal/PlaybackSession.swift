import Engine
import EventLoop
public import Foundation
import Primitives
import SwarmCore

/// One playback of one media asset by one player.
///
/// Calls may come from any thread, never block, and take effect in the order in which they were
/// made. After `close()` they are safe and do nothing.
public final class PlaybackSession: Sendable {
    /// The URL to give to the player, on this machine; it works until `close()`.
    public let playbackUrl: URL

    private let session: SwarmSession
    private let place: ClientLoop
    /// A client that the application lets go of stays open for its sessions.
    private let client: P2PClient
    private let feedback: PlayerFeedback

    init(playbackUrl: URL, session: SwarmSession, place: ClientLoop, client: P2PClient) {
        self.playbackUrl = playbackUrl
        self.session = session
        self.place = place
        self.client = client
        feedback = PlayerFeedback(session: session, on: place.loop)
    }

    /// Reports the continuous media ahead of the position, in milliseconds, about once a second.
    ///
    /// Do not count across a gap. It needs no position beside it, and of a live channel it is all that
    /// is used. A report counts for two seconds before what the player's requests show, and that of a
    /// paused player for as long as it is paused. A negative value is refused and changes nothing.
    public func updateBufferedDurationMs(_ buffered: Int64) {
        guard buffered >= 0 else { return }
        tell { $0.buffered(.milliseconds(buffered)) }
    }

    /// Reports the position, in milliseconds of media time, about once a second and after a seek.
    ///
    /// Media time begins at zero with the playlist. Of a live channel it is not used, because it begins
    /// elsewhere for each player. A negative value is refused and changes nothing.
    public func updateCurrentPositionMs(_ position: Int64) {
        guard position >= 0 else { return }
        tell { $0.moved(to: .milliseconds(position)) }
    }

    /// Reports the speed of playback: 1 is normal, 0 is paused; 1 is assumed until reported.
    ///
    /// A negative or non-finite value is refused and changes nothing; above 100 counts as 100.
    public func updatePlaybackRate(_ rate: Double) {
        guard rate.isFinite, rate >= 0 else { return }
        tell { $0.plays(at: min(rate, 100)) }
    }

    /// Switches the exchange with peers off or on; playback goes on by the CDN without a gap.
    public func setP2PEnabled(_ enabled: Bool) {
        let session = session
        place.loop.execute { session.assumeIsolated { $0.setP2PEnabled(enabled) } }
    }

    /// Switches uploads to peers off or on; what is taken from them goes on.
    public func setUploadEnabled(_ enabled: Bool) {
        let session = session
        place.loop.execute { session.assumeIsolated { $0.setUploadEnabled(enabled) } }
    }

    /// What the session has moved so far.
    public func statistics() async -> P2PStats {
        let ledger = await session.ledger.ledger
        let refusals = await session.peerRefusals
        return P2PStats(ledger, peers: await session.peerCount, refused: refusals.byReason)
    }

    /// Why nothing is exchanged with peers, or nil while it may be.
    ///
    /// What kind of media it is shows when the player has asked for it first.
    public func unavailableReason() async -> P2PUnavailableReason? {
        await place.unavailableReason(of: session)
    }

    /// Ends the session.
    ///
    /// Its URL stops working and its sockets are closed; closing twice is fine.
    public func close() async {
        await place.end(session)
    }

    private func tell(_ word: @escaping @Sendable (isolated PlayerFeedback) -> Void) {
        let feedback = feedback
        place.loop.execute { feedback.assumeIsolated(word) }
    }
}
