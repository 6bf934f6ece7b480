/// Something that happened to the exchange of one session; playback is not affected by any of it.
public enum P2PEvent: Hashable, Sendable {
    /// Nothing keeps the session from exchanging media with peers any more.
    case ready
    /// The session exchanges nothing, for this reason; the URL goes on working by the CDN.
    case unavailable(P2PUnavailableReason)
    /// So many peers have an open channel now.
    case peerCountChanged(Int)
    /// So many bytes that peers could have had came from the CDN since the last such event.
    case cdnFallback(bytes: Int)
    /// The session's statistics are these now; at most once a second, and only when they have changed.
    case statistics(P2PStats)
}
