import Primitives
import SwarmCore
import Testing

@testable import Shoal

@Suite struct StatisticsTests {
    private let segment = SegmentID(track: TrackID(1), number: 0)

    @Test func `A9: every reason of the ledger is one of the statistics, and the shares add up`() {
        var ledger = Ledger()
        for (index, reason) in OriginReason.allCases.enumerated() where reason != .audit {
            let isEligible = reason != .notShareable
            ledger.received(
                100 + index, of: segment, from: .origin(reason),
                isEligible ? .eligible : .ineligible)
        }
        ledger.audited(1_000)
        for (index, reason) in WasteReason.allCases.enumerated() {
            ledger.wasted(10 + index, reason)
        }
        ledger.received(4_000, of: segment, from: .peer)
        ledger.control(77)
        ledger.uploaded(5)
        ledger.delivered(6)
        let statistics = P2PStats(ledger, peers: 3, refused: ["pending": 1], stalls: 2)

        #expect(
            Set(statistics.cdnBytesByReason.keys) == [
                "start", "urgent", "noPeer", "late", "owner", "backup", "integrity", "seek",
                "policy", "notShareable", "audit",
            ])
        #expect(statistics.cdnBytesByReason.values.reduce(0, +) == statistics.cdnBytes)
        #expect(
            Set(statistics.wastedBytesByReason.keys)
                == ["duplicate", "cancelled", "integrity", "late"])
        #expect(statistics.wastedBytesByReason.values.reduce(0, +) == statistics.wastedBytes)
        #expect(statistics.controlBytes == 77 && statistics.uploadedBytes == 5)
        #expect(statistics.deliveredBytes == 6 && statistics.stalls == 2 && statistics.peers == 3)
        let all = Double(statistics.peerBytes + statistics.cdnBytes)
        #expect(statistics.offloadRatio == 4_000 / all)
        let ineligible = 1_000 + (statistics.cdnBytesByReason["notShareable"] ?? 0)
        #expect(statistics.ineligibleCdnBytes == ineligible)
        #expect(statistics.eligibleOffloadRatio == 4_000 / (all - Double(ineligible)))
        #expect(statistics.offloadRatio == ledger.offload)
        #expect(statistics.eligibleOffloadRatio == ledger.eligibleOffload)
    }

    @Test func `a session that has moved nothing has a ratio of nought`() {
        let statistics = P2PStats(Ledger(), peers: 0, refused: [:], stalls: 0)
        #expect(statistics.offloadRatio == 0 && statistics.eligibleOffloadRatio == 0)
        #expect(statistics.cdnBytesByReason.isEmpty && statistics.wastedBytesByReason.isEmpty)
    }

    @Suite struct Stalls {
        private let start = Moment(nanoseconds: 1_000_000_000)

        @Test func `A9: a buffer that runs empty during playback is a stall, once`() {
            var stalls = StallCount()
            stalls.buffered(.zero, at: start)
            #expect(stalls.count == 0)
            stalls.moved(to: .zero, at: start)
            stalls.buffered(.seconds(4), at: start)
            stalls.moved(to: .seconds(4), at: start + .seconds(4))
            stalls.buffered(.zero, at: start + .seconds(4))
            #expect(stalls.count == 1)
            stalls.moved(to: .seconds(4), at: start + .seconds(9))
            stalls.buffered(.zero, at: start + .seconds(9))
            #expect(stalls.count == 1)
            stalls.buffered(.seconds(1), at: start + .seconds(10))
            stalls.buffered(.zero, at: start + .seconds(13))
            #expect(stalls.count == 2)
        }

        @Test func `A9: what a player says itself counts, once for each stall`() {
            var stalls = StallCount()
            stalls.said(at: start)
            stalls.said(at: start + .milliseconds(300))
            #expect(stalls.count == 1)
            stalls.said(at: start + .seconds(10))
            #expect(stalls.count == 2)
            stalls.moved(to: .zero, at: start)
            stalls.buffered(.seconds(4), at: start)
            stalls.buffered(.zero, at: start + .seconds(10))
            #expect(stalls.count == 2)
        }

        @Test func `an empty buffer after a jump or during a pause is none`() {
            var stalls = StallCount()
            stalls.moved(to: .zero, at: start)
            stalls.buffered(.seconds(10), at: start)
            stalls.moved(to: .seconds(500), at: start + .seconds(1))
            stalls.buffered(.zero, at: start + .seconds(1))
            #expect(stalls.count == 0)
            stalls.buffered(.seconds(10), at: start + .seconds(5))
            stalls.plays(at: 0)
            stalls.buffered(.zero, at: start + .seconds(6))
            #expect(stalls.count == 0)
        }
    }
}
