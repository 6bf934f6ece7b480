import Primitives
import SwarmCore
import Testing

@Suite struct DialBudgetTests {
    /// Each in a neighbourhood of its own.
    private func address(_ number: Int, port: UInt16 = 5_000) -> SocketAddress {
        SocketAddress(ip: .v4(0x0a00_0001 + UInt32(number) << 8), port: port)
    }

    private func neighbour(_ number: Int, port: UInt16 = 5_000) -> SocketAddress {
        SocketAddress(ip: .v4(0x0a00_0001 + UInt32(number)), port: port)
    }

    /// Dials, and opens what may be dialled.
    private func open(
        _ address: SocketAddress, at now: Moment = .start, in budget: inout DialBudget
    ) -> DialBudget.Refusal? {
        let refusal = budget.dial(address, at: now)
        if refusal == nil { budget.dialSucceeded(address) }
        return refusal
    }

    @Test func `eight in flight and no more`() {
        var budget = DialBudget(configuration: DialBudget.Configuration())
        for number in 0..<8 {
            let refusal = budget.dial(address(number), at: .start)
            #expect(refusal == nil)
        }
        let ninth = budget.dial(address(8), at: .start)
        #expect(ninth == .budget(until: nil))
        #expect(budget.refused.byBudget == 1)
        budget.dialSucceeded(address(0))
        let next = budget.dial(address(8), at: .start)
        #expect(next == nil)
    }

    @Test func `an address that failed is left alone for ten minutes`() {
        var budget = DialBudget(configuration: DialBudget.Configuration())
        _ = budget.dial(address(1), at: .start)
        budget.dialEnded(address(1), at: .start)
        let early = budget.dial(address(1), at: .start + .seconds(599))
        #expect(early == .address)
        let late = budget.dial(address(1), at: .start + .seconds(600))
        #expect(late == nil)
        let twice = budget.dial(address(1), at: .start + .seconds(600))
        #expect(twice == .address)
        #expect(budget.refused.byAddress == 2)
    }

    @Test func `thirty in a minute`() {
        var budget = DialBudget(configuration: DialBudget.Configuration())
        for number in 0..<30 {
            let refusal = open(address(number), at: .start + .seconds(1), in: &budget)
            #expect(refusal == nil)
            budget.dialEnded(address(number), at: .start + .seconds(1))
        }
        let next = budget.dial(address(30), at: .start + .seconds(60))
        #expect(next == .budget(until: .start + .seconds(61)))
        let later = budget.dial(address(30), at: .start + .seconds(61))
        #expect(later == nil)
    }

    @Test func `sixteen channels are dialled, and another when one ends`() {
        var budget = DialBudget(configuration: DialBudget.Configuration())
        for number in 0..<16 {
            let refusal = open(address(number), in: &budget)
            #expect(refusal == nil)
        }
        let next = open(address(16), in: &budget)
        #expect(next == .open)
        #expect(budget.refused.byOpenChannels == 1)
        budget.dialEnded(address(3), at: .start)
        let again = open(address(3), in: &budget)
        #expect(again == nil, "an end is no failure")
    }

    @Test func `two to an address and four into a neighbourhood, open or in flight`() {
        var budget = DialBudget(configuration: DialBudget.Configuration())
        let first = open(neighbour(0), in: &budget)
        let second = budget.dial(neighbour(0, port: 5_001), at: .start)
        let third = open(neighbour(0, port: 5_002), in: &budget)
        #expect([first, second, third] == [nil, nil, .neighbourhood])
        let others = (1...3).map { open(neighbour($0), in: &budget) }
        #expect(others == [nil, nil, .neighbourhood])
        #expect(budget.refused.byNeighbourhood == 2)
        let elsewhere = open(address(7), in: &budget)
        #expect(elsewhere == nil)
    }

    @Test func `a swarm on one address has only the total`() {
        let configuration = DialBudget.Configuration().onOneAddress
        var budget = DialBudget(configuration: configuration)
        let refusals = (0...16).map { open(neighbour(0, port: 5_000 + UInt16($0)), in: &budget) }
        #expect(refusals == Array(repeating: nil, count: 16) + [.open])
    }

    @Test func `a thousand failures are remembered, and then nothing is dialled`() {
        var configuration = DialBudget.Configuration()
        configuration.perMinute = .max
        var budget = DialBudget(configuration: configuration)
        var now = Moment.start
        for number in 0..<1_024 {
            let refusal = budget.dial(address(number), at: now)
            #expect(refusal == nil)
            budget.dialEnded(address(number), at: now)
            now = now + .milliseconds(1)
        }
        let next = budget.dial(address(1_024), at: now)
        #expect(next == .budget(until: .start + .seconds(600)))
    }

    @Test
    func `a hundred clients with one victim's address dial it a hundred times in ten minutes`() {
        let victim = address(0)
        var dials = 0
        for _ in 0..<100 {
            var budget = DialBudget(configuration: DialBudget.Configuration())
            for second in 0..<600 where budget.dial(victim, at: .start + .seconds(second)) == nil {
                dials += 1
                budget.dialEnded(victim, at: .start + .seconds(second))
            }
        }
        #expect(dials == 100)
    }
}
