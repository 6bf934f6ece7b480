import Primitives
import Testing
import Transport

@Suite struct HandshakeBudgetTests {
    private func v4(_ value: UInt32) -> IPAddress { .v4(value) }

    /// How many of `count` handshakes at once are refused, and why.
    private func refusals(
        _ count: Int, of address: (Int) -> IPAddress, at now: Moment,
        by budget: inout HandshakeBudget
    ) -> [AcceptRefusal?: Int] {
        var refusals: [AcceptRefusal?: Int] = [:]
        for number in 0..<count {
            refusals[budget.spend(for: address(number), at: now), default: 0] += 1
        }
        return refusals
    }

    @Test func `a peer's address has ten at once, and five a second`() {
        var budget = HandshakeBudget(HandshakeBudget.Limits(), at: .start)
        let address = v4(0x0a00_0001)
        let burst = refusals(11, of: { _ in address }, at: .start, by: &budget)
        #expect(burst == [nil: 10, .handshakesPerAddress: 1])
        let early = budget.spend(for: address, at: .start + .milliseconds(199))
        #expect(early == .handshakesPerAddress)
        let inTime = budget.spend(for: address, at: .start + .milliseconds(200))
        #expect(inTime == nil)
        let later = refusals(
            6, of: { _ in address }, at: .start + .milliseconds(1_200), by: &budget)
        #expect(later == [nil: 5, .handshakesPerAddress: 1])
        let neighbour = budget.spend(for: v4(0x0a00_0002), at: .start + .milliseconds(1_200))
        #expect(neighbour == nil)
    }

    @Test func `all of a peer's addresses have fifty at once, and fifty a second`() {
        var budget = HandshakeBudget(HandshakeBudget.Limits(), at: .start)
        let burst = refusals(51, of: { v4(UInt32($0)) }, at: .start, by: &budget)
        #expect(burst == [nil: 50, .handshakes: 1])
        let second = refusals(
            51, of: { v4(1_000 + UInt32($0)) }, at: .start + .seconds(1), by: &budget)
        #expect(second == [nil: 50, .handshakes: 1])
    }

    @Test func `an address of IPv6 is all that one subscriber has`() {
        var budget = HandshakeBudget(HandshakeBudget.Limits(), at: .start)
        let burst = refusals(
            11, of: { .v6(high: 0x2001_0db8_0001_0000, low: UInt64($0)) }, at: .start, by: &budget)
        #expect(burst == [nil: 10, .handshakesPerAddress: 1])
        let other = budget.spend(for: .v6(high: 0x2001_0db8_0001_0001, low: 0), at: .start)
        #expect(other == nil)
    }

    @Test func `a swarm on one address has only the total`() {
        var budget = HandshakeBudget(AcceptLimits().onOneAddress.handshakes, at: .start)
        let burst = refusals(51, of: { _ in .loopback }, at: .start, by: &budget)
        #expect(burst == [nil: 50, .handshakes: 1])
    }

    @Test func `a tracker's addresses have shares when all want more than it gives to all`() {
        var budget = HandshakeBudget(.tracker, at: .start)
        let calm = refusals(500, of: { _ in v4(1) }, at: .start, by: &budget)
        #expect(calm == [nil: 500])
        let loud = refusals(6, of: { _ in v4(1) }, at: .start, by: &budget)
        #expect(loud == [nil: 5, .handshakesPerAddress: 1])
        let honest = budget.spend(for: v4(2), at: .start)
        #expect(honest == nil)
    }

    @Test func `under load an address of a tracker has twenty a second`() {
        var limits = HandshakeBudget.Limits.tracker
        limits.total = RateLimit(perSecond: 1, burst: 1)
        var budget = HandshakeBudget(limits, at: .start)
        _ = budget.spend(for: v4(9), at: .start)
        var admitted = 0
        for millisecond in 0..<10_000 {
            let now = Moment.start + .milliseconds(millisecond)
            // Whoever else there is has the one a second that is for all.
            _ = budget.spend(for: v4(9), at: now)
            if budget.spend(for: v4(1), at: now) == nil { admitted += 1 }
        }
        #expect((199...205).contains(admitted))
    }

    @Test func `an address that is forgotten has its burst again, and memory an end`() {
        var limits = HandshakeBudget.Limits()
        limits.total = RateLimit(perSecond: 1_000_000, burst: 1_000_000)
        var budget = HandshakeBudget(limits, at: .start)
        for address in UInt32(0)..<100_000 { _ = budget.spend(for: v4(address), at: .start) }
        #expect(budget.remembered <= 8_192)
    }
}
