import Primitives
import Testing
import Transport

@Suite struct AcceptGateTests {
    private func v4(_ value: UInt32) -> IPAddress { .v4(value) }

    @Test func `pending connections have a total and a share`() throws {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        let first = gate.arrived(from: v4(0x0a00_0000))
        for last in UInt32(1)..<4 { #expect(gate.arrived(from: v4(0x0a00_0000 + last)) != nil) }
        #expect(gate.arrived(from: v4(0x0a00_00ff)) == nil)
        for prefix in 1..<8 {
            for last in UInt32(0)..<4 {
                #expect(gate.arrived(from: v4(0x0a00_0000 + UInt32(prefix) << 8 + last)) != nil)
            }
        }
        #expect(gate.pending == 32)
        #expect(gate.arrived(from: v4(0x0b00_0000)) == nil)
        #expect(gate.counters.refused == [.pendingPerPrefix: 1, .pending: 1])
        gate.abandoned(try #require(first), from: v4(0x0a00_0000))
        #expect(gate.counters.abandoned == 1)
        #expect(gate.arrived(from: v4(0x0a00_0101)) == nil)
        #expect(gate.arrived(from: v4(0x0a00_0001)) != nil)
    }

    @Test func `open channels have a total, and shares by address and prefix`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        func open(_ address: IPAddress) -> Bool {
            guard let arrival = gate.arrived(from: address) else { return false }
            gate.opened(arrival, from: address)
            return true
        }
        #expect(open(v4(0x0a00_0001)))
        #expect(open(v4(0x0a00_0001)))
        #expect(!open(v4(0x0a00_0001)))
        #expect(open(v4(0x0a00_0002)) && open(v4(0x0a00_0003)))
        #expect(!open(v4(0x0a00_0004)))
        for prefix in 1...20 { #expect(open(v4(0x0a00_0001 + UInt32(prefix << 8)))) }
        #expect(gate.open == 24 && gate.pending == 0)
        #expect(!open(v4(0x0b00_0001)))
        #expect(
            gate.counters.refused == [.openPerAddress: 1, .openPerPrefix: 1, .open: 1])
        #expect(gate.counters.opened == 24)
        gate.closed(from: v4(0x0a00_0001))
        #expect(open(v4(0x0b00_0001)))
    }

    @Test func `a swarm on one address has only the totals`() throws {
        var gate = AcceptGate(AcceptLimits().onOneAddress, at: .start)
        for _ in 0..<24 {
            let arrival = gate.arrived(from: .loopback)
            gate.opened(try #require(arrival), from: .loopback)
        }
        #expect(gate.arrived(from: .loopback) == nil)
    }

    @Test func `IPv6 addresses of one site share`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        for site in 0..<4 {
            #expect(
                gate.arrived(from: .v6(high: 0x2001_0db8_0001_0000 + UInt64(site), low: 1)) != nil)
        }
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0001_ffff, low: 1)) == nil)
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0002_0000, low: 1)) != nil)
    }

    @Test func `who has keys while others opened is refused before it is answered`() throws {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        let address = v4(0x0a00_0001)
        let arrivals = (0..<3).compactMap { _ in gate.arrived(from: address) }
        try #require(arrivals.count == 3)
        for arrival in arrivals.prefix(2) {
            #expect(gate.mayOpen(from: address) == true)
            gate.opened(arrival, from: address)
        }
        #expect(gate.mayOpen(from: address) == false)
        #expect(gate.counters.refused == [.openPerAddress: 1])
    }

    /// As many as there may be, each from a network of its own.
    private func fullGate() throws -> (gate: AcceptGate, arrivals: [AcceptGate.Arrival]) {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        let arrivals = (1...32).compactMap { gate.arrived(from: v4(UInt32($0) << 8)) }
        try #require(arrivals.count == 32)
        return (gate, arrivals)
    }

    @Test func `whoever has kept silent for longest goes for whoever comes`() throws {
        let full = try fullGate()
        let arrivals = full.arrivals
        var gate = full.gate
        let newcomer = v4(0x0a00_0001)
        gate.introduced(arrivals[0])
        let displaced = gate.makesRoom(for: newcomer)
        let silent = try #require(displaced)
        #expect(silent == arrivals[1])
        gate.abandoned(silent, from: v4(2 << 8))
        #expect(gate.makesRoom(for: newcomer) == nil, "there is room")
        #expect(gate.arrived(from: newcomer) != nil)
        #expect(gate.pending == 32)
        #expect(gate.counters.displaced == 1)
        #expect(gate.makesRoom(for: newcomer) == arrivals[2])
    }

    @Test func `nobody goes for who would not be let in even then`() throws {
        let full = try fullGate()
        let arrivals = full.arrivals
        var gate = full.gate
        let crowded = v4(0x0a00_0001)
        for (number, arrival) in arrivals.prefix(4).enumerated() {
            gate.abandoned(arrival, from: v4(UInt32(number + 1) << 8))
            #expect(gate.arrived(from: crowded) != nil)
        }
        #expect(gate.makesRoom(for: crowded) == nil, "its network has its share")
        #expect(gate.makesRoom(for: v4(99 << 8), descriptor: .max) == nil, "there is no descriptor")
        #expect(gate.counters.displaced == 0)
    }

    @Test func `nobody goes where all have shown who they are`() throws {
        let full = try fullGate()
        let arrivals = full.arrivals
        var gate = full.gate
        for arrival in arrivals { gate.introduced(arrival) }
        #expect(gate.makesRoom(for: v4(0x0a00_0001)) == nil)
        #expect(gate.arrived(from: v4(0x0a00_0001)) == nil)
        #expect(gate.counters.refused == [.pending: 1])
    }

    @Test func `a tracker holds 4096 pending connections, sixteen of them from a prefix`() {
        var gate = AcceptGate(.tracker, at: .start)
        for prefix in UInt32(0)..<256 {
            for last in UInt32(0)..<16 {
                #expect(gate.arrived(from: v4(0x0a00_0000 + prefix << 8 + last)) != nil)
            }
            guard prefix < 255 else { break }
            #expect(gate.arrived(from: v4(0x0a00_0000 + prefix << 8 + 99)) == nil)
        }
        #expect(gate.pending == 4096)
        #expect(gate.arrived(from: v4(0x0b00_0000)) == nil)
        #expect(gate.counters.refused == [.pendingPerPrefix: 255, .pending: 1])
    }

    @Test func `a tracker holds sixteen channels of an address and 64 of a prefix`() throws {
        var gate = AcceptGate(.tracker, at: .start)
        for number in UInt32(0)..<64 {
            let address = v4(0x0a00_0000 + number / 16)
            let arrival = gate.arrived(from: address)
            gate.opened(try #require(arrival), from: address)
            if number == 15 { #expect(gate.arrived(from: address) == nil) }
        }
        #expect(gate.arrived(from: v4(0x0a00_0009)) == nil)
        #expect(gate.counters.refused == [.openPerAddress: 1, .openPerPrefix: 1])
    }

    @Test func `the last 64 descriptors are not for connections`() {
        var gate = AcceptGate(AcceptLimits(), descriptors: 1_024, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: 959) != nil)
        #expect(gate.arrived(from: v4(1), descriptor: 960) == nil)
        #expect(gate.counters.refused == [.descriptors: 1])
    }

    @Test func `a tracker's connections have four fifths of the descriptors`() {
        var gate = AcceptGate(.tracker, descriptors: 10_000, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: 7_999) != nil)
        #expect(gate.arrived(from: v4(1), descriptor: 8_000) == nil)
        #expect(gate.counters.refused == [.descriptors: 1])
    }

    @Test(arguments: [(100, 50), (128, 64), (200, 136), (1_024, 960), (.max, .max - 64)])
    func `a process with few descriptors shares them`(all: Int, connections: Int) {
        var gate = AcceptGate(AcceptLimits(), descriptors: all, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: connections - 1) != nil)
        #expect(gate.arrived(from: v4(1), descriptor: connections) == nil)
    }
}
