import EventLoop
import SwarmCore
import TrackerWire

extension SwarmSession {
    /// Tells the tracker, which sums up for its operator, what was moved since it was told last.
    func reportTraffic() {
        // Without a channel it hears of it with the next announce.
        guard presence.exchanges, tracker.assumeIsolated({ $0.standing }) == .welcomed else {
            return
        }
        let ledger = ledger.assumeIsolated { $0.ledger }
        guard let news = reportedTraffic.advance(to: ledger) else { return }
        let statistics = Statistics(
            swarm: configuration.keys.swarm, peerBytes: UInt64(news.peerBytes),
            cdnBytes: UInt64(news.originBytes), uploadedBytes: UInt64(news.uploadedBytes))
        tracker.assumeIsolated { $0.send(.statistics(statistics)) }
    }
}
