import IOTestSupport
import Shoal

/// Writes down what it hears.
final class Listener: P2PEventListener {
    let heard = Log<P2PEvent>()

    func onP2PReady() { heard.append(.ready) }
    func onP2PUnavailable(_ reason: P2PUnavailableReason) { heard.append(.unavailable(reason)) }
    func onPeerCountChanged(_ peerCount: Int) { heard.append(.peerCountChanged(peerCount)) }
    func onCdnFallback(bytes: Int) { heard.append(.cdnFallback(bytes: bytes)) }
    func onStatistics(_ statistics: P2PStats) { heard.append(.statistics(statistics)) }
    func onLatencyModeChanged(_ mode: LatencyMode, availability: LatencyAvailability) {
        heard.append(.latencyModeChanged(mode, availability: availability))
    }

    var latencies: [LatencyNews] {
        heard.entries.compactMap {
            if case .latencyModeChanged(let mode, let availability) = $0 {
                LatencyNews(mode, hasLow: availability.low)
            } else {
                nil
            }
        }
    }

    var peerCounts: [Int] {
        heard.entries.compactMap {
            if case .peerCountChanged(let count) = $0 { count } else { nil }
        }
    }

    var fallbackBytes: Int {
        heard.entries.reduce(0) { sum, event in
            if case .cdnFallback(let bytes) = event { sum + bytes } else { sum }
        }
    }

    var statistics: [P2PStats] {
        heard.entries.compactMap { if case .statistics(let all) = $0 { all } else { nil } }
    }
}
