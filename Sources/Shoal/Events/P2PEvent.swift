/// Something that happened to one session, or to a playback of several latency modes.
///
/// What happens to the exchange does not affect playback.
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
    /// A `LatencyPlayback` is in this mode now, or knows now which modes there are.
    ///
    /// Where the mode is another one, the player loads `LatencyPlayback.playbackUrl` anew.
    case latencyModeChanged(LatencyMode, availability: LatencyAvailability)
}
