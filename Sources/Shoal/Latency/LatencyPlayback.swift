import EventLoop
public import Foundation

/// One player's playback of a content that may come in two forms, of default and of low latency.
///
/// `P2PClient.createLatencyPlayback(_:)` makes one. Both forms have a session of their own, whose swarms
/// stay as they are while the other is played, so that a switch finds its peers. Calls may come from any
/// thread and take effect at once. After `close()`, and that of the client, they are safe and do nothing.
public final class LatencyPlayback: Sendable {
    private struct State {
        var content: LatencyContent
        var isClosed = false
    }

    private let client: P2PClient
    private let events: EventHub
    private let state: Locked<State>

    init(_ configuration: LatencyConfiguration, for client: P2PClient) async throws(P2PError) {
        let events = EventHub(isOfOneSession: true)
        let first = try await LatencyContent.open(configuration, for: client, telling: events)
        self.client = client
        self.events = events
        state = Locked(State(content: first))
        first.feed { modes, _, out in modes.show(replacing: nil, into: &out) }
    }

    // MARK: - Modes

    /// The mode in effect.
    public var latencyMode: LatencyMode { current.mode }

    /// The modes that there are; low latency is not until its source has been found to be live.
    public var latencyModeAvailability: LatencyAvailability { current.availability }

    /// Switches to the mode if it is available; the player then loads `playbackUrl` anew.
    ///
    /// What is not available, no mode (`LatencyMode(rawValue:)` of anything else), or in effect already
    /// does nothing. Low latency is at the live edge: switching to it leads there.
    public func setLatencyMode(_ mode: LatencyMode?) {
        guard let mode else { return }
        current.feed { modes, _, out in modes.set(mode, into: &out) }
    }

    /// Says that the viewer has gone back in a live channel, or has come to its live edge again.
    ///
    /// There is no low latency behind the live edge, so the default is in effect there; once the viewer is
    /// back, the mode that was asked for is. Until this is called the viewer is taken to be there.
    public func setAtLiveEdge(_ isAtLiveEdge: Bool) {
        current.feed { modes, _, out in modes.moved(toLiveEdge: isAtLiveEdge, into: &out) }
    }

    /// Plays another content from now on, in the mode that its configuration asks for.
    ///
    /// Returns, as `P2PClient.createLatencyPlayback(_:)` does, once it is certain in which mode that
    /// begins. Then `playbackUrl` is the new content's, and those of the old one stop working.
    ///
    /// - Throws: `P2PError` if the content cannot be played; the old one goes on.
    public func setConfiguration(_ configuration: LatencyConfiguration) async throws(P2PError) {
        let next = try await LatencyContent.open(configuration, for: client, telling: events)
        let last = state.withLock { state -> LatencyContent? in
            guard !state.isClosed else { return nil }
            defer { state.content = next }
            return state.content
        }
        guard let last else { return await next.close() }
        let mode = last.mode
        await last.close()
        next.feed { modes, _, out in modes.show(replacing: mode, into: &out) }
    }

    // MARK: - Playback

    /// The URL to give to the player, for the mode in effect.
    public var playbackUrl: URL { session.playbackUrl }

    /// The session of the mode in effect, to be told of the player and asked for statistics.
    public var session: PlaybackSession { current.session }

    // MARK: - Events

    /// Has the listener hear `latencyModeChanged`; first of all which mode is in effect, if that is known.
    ///
    /// Listeners of the client hear it, too. The exchange of each form is its session's to tell of.
    public func addEventListener(_ listener: any P2PEventListener) {
        events.add(listener)
    }

    /// Removes that same listener; once this has returned, it is not called any more.
    public func removeEventListener(_ listener: any P2PEventListener) async {
        await events.remove(listener)
    }

    /// Those events as a stream, and first which mode is in effect; ends at the close.
    public func eventStream() -> AsyncStream<P2PEvent> { events.stream() }

    // MARK: - The end

    /// Closes the sessions of both forms; once this has returned, nobody is called on their account.
    public func close() async {
        let content = state.withLock { state in
            state.isClosed = true
            return state.content
        }
        await content.close()
        await events.close()
        await client.events.flush()
    }

    private var current: LatencyContent { state.withLock(\.content) }
}
