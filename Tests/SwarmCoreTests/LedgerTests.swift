import Primitives
import SwarmCore
import Testing

@Suite struct LedgerTests {
    private let segment = SegmentID(track: TrackID(1), number: 1)

    @Test func `a segment's bytes have to add up`() {
        var ledger = Ledger()
        ledger.received(600, of: segment, from: .peer)
        ledger.received(400, of: segment, from: .origin(.late))
        let adds = ledger.completed(segment, length: 1_000)
        #expect(adds)
        #expect(ledger.completedBytes == ledger.peerBytes + ledger.originBytes)
        #expect(ledger.originBytes(.late) == 400)
        #expect(ledger.offload == 0.6)
        ledger.received(10, of: segment, from: .peer)
        let addsAgain = ledger.completed(segment, length: 11)
        #expect(!addsAgain)
    }

    @Test func `what can never come from peers counts for one of the two ratios`() {
        var ledger = Ledger()
        ledger.received(500, of: segment, from: .peer)
        ledger.received(250, of: segment, from: .origin(.owner))
        ledger.received(250, of: segment, from: .origin(.notShareable), .ineligible)
        ledger.passedThrough(1_000)
        #expect(ledger.offload == 0.25)
        #expect(ledger.eligibleOffload == 500.0 / 750)
        #expect(ledger.ineligibleOriginBytes == 1_250)
    }

    @Test func `an abandoned segment is waste, once`() {
        var ledger = Ledger()
        ledger.received(700, of: segment, from: .peer)
        ledger.abandoned(segment)
        ledger.abandoned(segment)
        ledger.wasted(32, .duplicate)
        #expect(ledger.wastedBytes(.cancelled) == 700)
        #expect(ledger.wastedBytes == 732)
        #expect(Ledger().offload == 0)
    }
}
