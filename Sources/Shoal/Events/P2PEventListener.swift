/// Hears what happens to the exchange of the sessions that it was added to.
///
/// Events of one session come in the order in which they happened, one at a time, on a thread of
/// Swift's own and never on that of the engine. None comes after the listener's removal, or the close of
/// what it was added to, has returned. A listener that is behind gets the newest count of peers and the
/// newest statistics alone; it must not block. Each method does nothing unless it is implemented.
public protocol P2PEventListener: AnyObject, Sendable {
    /// Nothing keeps the session from exchanging media with peers any more.
    func onP2PReady()
    /// There is no acceleration for now. It is no error of playback: the URL goes on working.
    func onP2PUnavailable(_ reason: P2PUnavailableReason)
    /// So many peers have an open channel now.
    func onPeerCountChanged(_ peerCount: Int)
    /// So many bytes that peers could have had came from the CDN since the last call.
    func onCdnFallback(bytes: Int)
    /// The statistics are these now; at most once a second, and only when they have changed.
    func onStatistics(_ statistics: P2PStats)
    /// A `LatencyPlayback` is in this mode now, or knows now which modes there are.
    func onLatencyModeChanged(_ mode: LatencyMode, availability: LatencyAvailability)
}

extension P2PEventListener {
    /// Does nothing.
    public func onP2PReady() {}
    /// Does nothing.
    public func onP2PUnavailable(_ reason: P2PUnavailableReason) {}
    /// Does nothing.
    public func onPeerCountChanged(_ peerCount: Int) {}
    /// Does nothing.
    public func onCdnFallback(bytes: Int) {}
    /// Does nothing.
    public func onStatistics(_ statistics: P2PStats) {}
    /// Does nothing.
    public func onLatencyModeChanged(_ mode: LatencyMode, availability: LatencyAvailability) {}

    func hear(_ event: P2PEvent) {
        switch event {
        case .ready: onP2PReady()
        case .unavailable(let reason): onP2PUnavailable(reason)
        case .peerCountChanged(let count): onPeerCountChanged(count)
        case .cdnFallback(let bytes): onCdnFallback(bytes: bytes)
        case .statistics(let statistics): onStatistics(statistics)
        case .latencyModeChanged(let mode, let availability):
            onLatencyModeChanged(mode, availability: availability)
        }
    }
}
