/// Tells what of a session is news, by what it looks like now and then.
struct SessionNews: Sendable {
    /// What a session looks like.
    struct Sight: Sendable {
        var availability: SessionView.Availability
        var statistics: P2PStats
    }

    private var availability = SessionView.Availability.unknown
    private var peers = 0
    private var fallbackBytes = 0
    private var statistics: P2PStats?

    /// Numbers that change all the time are news only when it `isTime` for them.
    mutating func saw(_ sight: Sight, isTime: Bool, into events: inout [P2PEvent]) {
        if sight.availability != availability {
            availability = sight.availability
            switch availability {
            case .unknown: break
            case .ready: events.append(.ready)
            case .unavailable(let reason): events.append(.unavailable(reason))
            }
        }
        if sight.statistics.peers != peers {
            peers = sight.statistics.peers
            events.append(.peerCountChanged(peers))
        }
        guard isTime else { return }
        let fallback = sight.statistics.cdnBytes - sight.statistics.ineligibleCdnBytes
        if fallback > fallbackBytes {
            events.append(.cdnFallback(bytes: fallback - fallbackBytes))
            fallbackBytes = fallback
        }
        if sight.statistics != statistics {
            statistics = sight.statistics
            events.append(.statistics(sight.statistics))
        }
    }
}
