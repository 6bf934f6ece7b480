import Primitives
import SwarmCore
import Testing

@testable import Shoal

@Suite struct SessionNewsTests {
    private let segment = SegmentID(track: TrackID(1), number: 0)

    private func events(
        _ news: inout SessionNews, _ availability: SessionView.Availability, peers: Int = 0,
        _ ledger: Ledger = Ledger(), isTime: Bool = false
    ) -> [P2PEvent] {
        var events: [P2PEvent] = []
        let statistics = P2PStats(ledger, peers: peers, refused: [:], stalls: 0)
        news.saw(
            SessionNews.Sight(availability: availability, statistics: statistics), isTime: isTime,
            into: &events)
        return events
    }

    @Test func `what was said once is not said again`() {
        var news = SessionNews()
        #expect(events(&news, .unknown) == [])
        #expect(events(&news, .ready, peers: 2) == [.ready, .peerCountChanged(2)])
        #expect(events(&news, .ready, peers: 2) == [])
        #expect(
            events(&news, .unavailable(.disabledBySession))
                == [.unavailable(.disabledBySession), .peerCountChanged(0)])
        #expect(
            events(&news, .unavailable(.disabledByPolicy)) == [.unavailable(.disabledByPolicy)])
        #expect(events(&news, .ready) == [.ready])
    }

    @Test func `numbers come when it is time, and the bytes of all events are those of the ledger`()
    {
        var news = SessionNews()
        var ledger = Ledger()
        ledger.received(100, of: segment, from: .origin(.start))
        ledger.passedThrough(7)
        #expect(events(&news, .ready, ledger) == [.ready])
        let first = events(&news, .ready, ledger, isTime: true)
        #expect(first.first == .cdnFallback(bytes: 100))
        #expect(first.count == 2)
        ledger.received(50, of: segment, from: .origin(.late))
        ledger.received(20, of: segment, from: .peer)
        let second = events(&news, .ready, ledger, isTime: true)
        #expect(second.first == .cdnFallback(bytes: 50))
        guard case .statistics(let statistics)? = second.last else {
            Issue.record("no statistics")
            return
        }
        #expect(statistics.peerBytes == 20 && statistics.cdnBytes == 157)
        #expect(events(&news, .ready, ledger, isTime: true) == [])
    }
}
