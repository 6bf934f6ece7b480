/// The newest event of each kind that tells how a session stands.
struct EventStanding: Sendable {
    private var availability: P2PEvent?
    private var peers: P2PEvent?
    private var latency: P2PEvent?

    /// What somebody who comes now has to hear.
    var events: [P2PEvent] { [availability, peers, latency].compactMap(\.self) }

    mutating func take(_ event: P2PEvent) {
        switch event {
        case .ready, .unavailable: availability = event
        case .peerCountChanged: peers = event
        case .latencyModeChanged: latency = event
        // They are of an interval that is over.
        case .cdnFallback, .statistics: break
        }
    }
}
