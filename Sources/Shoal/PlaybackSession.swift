import Engine
import EventLoop
public import Foundation
import Primitives
import SwarmCore

/// One playback of one media asset by one player.
///
/// Calls may come from any thread and never block: they are handed to the engine's thread, which heeds
/// them in the order in which they were made. After `close()` they are safe and do nothing.
public final class PlaybackSession: Sendable {
    /// The URL to give to the player, on this machine; it works until `close()`.
    public let playbackUrl: URL

    let place: ClientLoop
    let session: SwarmSession
    private let feedback: PlayerFeedback
    let events: EventHub
    /// A client that the application lets go of stays open for its sessions.
    private let client: P2PClient
    /// Whether what the application opened is taken for a manifest.
    let isManifest: Bool

    init(
        playbackUrl: URL, view: SessionView, events: EventHub, place: ClientLoop,
        client: P2PClient, isManifest: Bool
    ) {
        self.playbackUrl = playbackUrl
        self.place = place
        session = view.session
        feedback = view.feedback
        self.events = events
        self.client = client
        self.isManifest = isManifest
    }

    // MARK: - What the player does

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

    /// Says that Picture in Picture has started or ended: then the background makes no difference.
    public func setPictureInPictureActive(_ isActive: Bool) {
        tellSession { $0.setAttention { $0.isPictureInPictureActive = isActive } }
    }

    // MARK: - Before the player

    /// Has what a player asks for first be fetched in the background: the manifests, and one segment.
    ///
    /// It is for HLS and DASH. The session may connect to tracker and peers meanwhile, but uploads no media
    /// before a player has asked for some. What was fetched is given to the player from memory: each
    /// manifest once, and within five minutes, or half a target duration where it is live.
    ///
    /// - Returns: True when the request is accepted, which does not mean that anything is there yet;
    ///   false for a media file (MP4, MP3) and a closed session, where it does nothing.
    @discardableResult
    public func preload() -> Bool {
        guard isManifest, !events.isClosed else { return false }
        let (place, session) = (place, session)
        place.loop.execute { place.assumeIsolated { $0.preload(session) } }
        return true
    }

    // MARK: - The exchange

    /// Switches the exchange with peers off or on; playback goes on by the CDN without a gap.
    ///
    /// Switched on, it is still subject to `P2PClient.setP2PEnabled(_:)` and the tracker's policy.
    public func setP2PEnabled(_ enabled: Bool) {
        tellSession { $0.setP2PEnabled(enabled) }
    }

    /// Switches uploads to peers off or on; what is taken from them goes on.
    public func setUploadEnabled(_ enabled: Bool) {
        tellSession { $0.setUploadEnabled(enabled) }
    }

    // MARK: - Monitoring

    /// What the session has moved so far; after `close()`, what it had moved until then.
    public func statistics() async -> P2PStats {
        await place.statistics(of: session, feedback)
    }

    /// Why nothing is exchanged with peers, or nil while it may be.
    ///
    /// What kind of media it is shows when the player has asked for it first.
    public func unavailableReason() async -> P2PUnavailableReason? {
        await place.unavailableReason(of: session)
    }

    /// Has the listener hear the events of this session alone; first of all how it stands.
    ///
    /// Returns at once. The listener is kept until it is removed or the session is closed. Adding it again
    /// does nothing; adding it to a closed session does nothing either.
    public func addEventListener(_ listener: any P2PEventListener) {
        events.add(listener)
    }

    /// Removes that same listener; once this has returned, it is not called any more.
    public func removeEventListener(_ listener: any P2PEventListener) async {
        await events.remove(listener)
    }

    /// The events of this session, and first how it stands; ends when the session is closed.
    public func eventStream() -> AsyncStream<P2PEvent> { events.stream() }

    /// Calls `onWord` on the engine's thread with each 401 or 403 of the origin's that the player is given.
    func onOriginRefusal(_ onWord: @escaping @Sendable () -> Void) async {
        await place.onOriginRefusal(of: session, onWord)
    }

    // MARK: - The end

    /// Ends the session, after what was asked of it before.
    ///
    /// Its URL stops working, its sockets are closed and its media is let go of. Listeners hear what
    /// happened before; once this has returned, nobody is called on its account. Closing twice is fine.
    public func close() async {
        await place.end(session)
        await events.close()
        // Listeners of the client hear of the session no more either.
        await client.events.flush()
    }

    private func tell(_ word: @escaping @Sendable (isolated PlayerFeedback) -> Void) {
        let feedback = feedback
        onLoopIfOpen { feedback.assumeIsolated(word) }
    }

    private func tellSession(_ word: @escaping @Sendable (isolated SwarmSession) -> Void) {
        let session = session
        onLoopIfOpen { session.assumeIsolated(word) }
    }

    private func onLoopIfOpen(_ body: @escaping @Sendable () -> Void) {
        let (place, session) = (place, session)
        place.loop.execute {
            if place.assumeIsolated({ $0.isOpen(session) }) { body() }
        }
    }
}
