import Primitives
import SwarmCore
import Testing

struct SegmentWaitsTests {
    private let segment = SegmentID(track: TrackID(1), number: 1)

    private func at(_ milliseconds: Int64) -> Moment {
        Moment(nanoseconds: milliseconds * 1_000_000)
    }

    /// What a ledger counted, by source, without what is nought.
    private func counts(_ ledger: Ledger) -> [SegmentWaits.Source: Int] {
        Dictionary(
            uniqueKeysWithValues: SegmentWaits.Source.allCases.map { ($0, ledger.waits[$0].count) }
        ).filter { $0.value > 0 }
    }

    @Test(arguments: [
        ([Ledger.Source.peer], SegmentWaits.Source.peer), ([.origin(.start)], .cdn),
        ([.origin(.start), .peer], .both), ([.peer, .origin(.late), .peer], .both),
        ([.store], .store),
    ])
    func `a wait counts by where the bytes came from`(
        _ sources: [Ledger.Source], _ expected: SegmentWaits.Source
    ) {
        var ledger = Ledger()
        ledger.asked(for: segment, isHere: false, at: at(1_000))
        // A second player waits for the same.
        ledger.asked(for: segment, isHere: false, at: at(1_200))
        for source in sources { ledger.received(10, of: segment, from: source) }
        let addsUp = ledger.completed(segment, length: 10 * sources.count, at: at(1_500))
        #expect(addsUp)
        #expect(counts(ledger) == [expected: 1])
        #expect(ledger.waits[expected].sum == 0.5)
        // What is whole is completed once.
        _ = ledger.completed(segment, length: 0, at: at(9_000))
        #expect(counts(ledger) == [expected: 1])
    }

    @Test func `what is here already takes no time`() {
        var ledger = Ledger()
        ledger.asked(for: segment, isHere: true, at: at(5))
        #expect(counts(ledger) == [.memory: 1])
        #expect(ledger.waits[.memory].sum == 0)
    }

    @Test func `nobody waits for what was let go of, or was never asked for`() {
        var ledger = Ledger()
        ledger.asked(for: segment, isHere: false, at: at(0))
        ledger.released(segment)
        ledger.received(10, of: segment, from: .peer)
        _ = ledger.completed(segment, length: 10, at: at(500))
        #expect(counts(ledger) == [:])
    }

    @Test func `a byte is told once`() {
        var ledger = Ledger()
        var report = TrafficReport()
        let none = report.advance(to: ledger)
        #expect(none == nil)
        ledger.received(10, of: segment, from: .peer)
        ledger.uploaded(3)
        let first = report.advance(to: ledger)
        #expect(first?.peerBytes == 10 && first?.uploadedBytes == 3 && first?.originBytes == 0)
        let again = report.advance(to: ledger)
        #expect(again == nil)
        ledger.passedThrough(5)
        let last = report.advance(to: ledger)
        #expect(last?.originBytes == 5)
    }
}
