import Primitives
import Testing

@testable import TrackerCore

@Suite struct LimitsTests {
    private let limit = RateLimit(perSecond: 20, burst: 40)

    @Test func `the burst passes and one more does not`() {
        var limiter = RateLimiter(at: .start)
        let admitted = (0..<41).map { _ in limiter.admits(at: .start, limit: limit) }
        #expect(admitted == Array(repeating: true, count: 40) + [false])
        #expect(!limiter.isIdle(at: .start + .milliseconds(1999)))
        #expect(limiter.isIdle(at: .start + .seconds(2)))
    }

    @Test func `over a long time the steady rate passes`() {
        var limiter = RateLimiter(at: .start)
        var admitted = 0
        for millisecond in 0..<10_000 {
            let now = Moment.start + .milliseconds(millisecond)
            if limiter.admits(at: now, limit: limit) { admitted += 1 }
        }
        #expect((239...240).contains(admitted))
    }

    @Test func `prefixes are 24 bits of IPv4 and 48 of IPv6`() {
        let prefix = NetworkPrefix(of: .v4(0x0a01_0203))
        #expect(prefix == NetworkPrefix(of: .v4(0x0a01_02ff)))
        #expect(prefix != NetworkPrefix(of: .v4(0x0a01_0303)))
        #expect(prefix == NetworkPrefix(of: .v6(high: 0, low: 0xffff_0a01_0299)))
        let six = NetworkPrefix(of: .v6(high: 0x2001_0db8_0001_0000, low: 1))
        #expect(six == NetworkPrefix(of: .v6(high: 0x2001_0db8_0001_ffff, low: 2)))
        #expect(six != NetworkPrefix(of: .v6(high: 0x2001_0db8_0002_0000, low: 1)))
    }

    @Test func `a full table forgets what was not touched`() {
        var table = RecencyTable<Int, Int>(capacity: 8)
        for number in 0..<100 {
            table.setValue(number, forKey: number)
            #expect(table.value(forKey: 0) == 0)
            #expect(table.count <= 8)
        }
        #expect(table.value(forKey: 99) == 99)
        #expect(table.value(forKey: 50) == nil)
    }

    @Test func `who was told of nobody for an hour is forgotten when others come`() {
        var ledger = DisclosureLedger<PeerID>(clientLimit: 1_000)
        let staying = PeerID.numbered(0)
        for hour in 0..<24 {
            for number in 0..<20 {
                let now = Moment.start + .seconds(hour * 3_600 + number * 180)
                let client = PeerID.numbered(hour * 20 + number + 1)
                ledger.disclose([staying], to: client, at: now)
                ledger.disclose([client], to: staying, at: now)
            }
            #expect(ledger.clientCount <= 41)
        }
        let evening = Moment.start + .seconds(24 * 3_600)
        #expect(ledger.disclosures(to: staying, at: evening).count == 19)
    }

    @Test func `disclosures are forgotten after an hour`() {
        var ledger = DisclosureLedger<PeerID>(clientLimit: 2)
        let client = PeerID.numbered(0)
        ledger.disclose([.numbered(1)], to: client, at: .start)
        ledger.disclose([.numbered(1), .numbered(2)], to: client, at: .start + .seconds(1800))
        #expect(ledger.disclosures(to: client, at: .start + .seconds(3599)).count == 2)
        let late = ledger.disclosures(to: client, at: .start + .seconds(3600))
        #expect(Array(late.keys) == [.numbered(2)])
        ledger.disclose([client], to: .numbered(3), at: .start)
        ledger.disclose([client], to: .numbered(4), at: .start)
        #expect(ledger.clientCount == 2)
        #expect(ledger.disclosures(to: client, at: .start + .seconds(1800)).isEmpty)
    }
}
