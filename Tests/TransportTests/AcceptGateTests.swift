import Primitives
import Testing
import Transport

@Suite struct AcceptGateTests {
    private func v4(_ value: UInt32) -> IPAddress { .v4(value) }

    @Test func `pending connections have a total and a share`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        for last in UInt32(0)..<4 { #expect(gate.arrived(from: v4(0x0a00_0000 + last)) == true) }
        #expect(gate.arrived(from: v4(0x0a00_00ff)) == false)
        for prefix in 1..<8 {
            for last in UInt32(0)..<4 {
                #expect(gate.arrived(from: v4(0x0a00_0000 + UInt32(prefix) << 8 + last)) == true)
            }
        }
        #expect(gate.pending == 32)
        #expect(gate.arrived(from: v4(0x0b00_0000)) == false)
        #expect(gate.counters.refused == [.pendingPerPrefix: 1, .pending: 1])
        gate.abandoned(from: v4(0x0a00_0000))
        #expect(gate.counters.abandoned == 1)
        #expect(gate.arrived(from: v4(0x0a00_0101)) == false)
        #expect(gate.arrived(from: v4(0x0a00_0001)) == true)
    }

    @Test func `open channels have a total, and shares by address and prefix`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        func open(_ address: IPAddress) -> Bool {
            guard gate.arrived(from: address) else { return false }
            gate.opened(from: address)
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

    @Test func `a swarm on one address has only the totals`() {
        var gate = AcceptGate(AcceptLimits().onOneAddress, at: .start)
        for _ in 0..<24 {
            #expect(gate.arrived(from: .loopback) == true)
            gate.opened(from: .loopback)
        }
        #expect(gate.arrived(from: .loopback) == false)
    }

    @Test func `IPv6 addresses of one site share`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        for site in 0..<4 {
            #expect(
                gate.arrived(from: .v6(high: 0x2001_0db8_0001_0000 + UInt64(site), low: 1)) == true)
        }
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0001_ffff, low: 1)) == false)
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0002_0000, low: 1)) == true)
    }

    @Test func `who has keys while others opened is refused before it is answered`() {
        var gate = AcceptGate(AcceptLimits(), at: .start)
        let address = v4(0x0a00_0001)
        for _ in 0..<3 { #expect(gate.arrived(from: address) == true) }
        for _ in 0..<2 {
            #expect(gate.mayOpen(from: address) == true)
            gate.opened(from: address)
        }
        #expect(gate.mayOpen(from: address) == false)
        #expect(gate.counters.refused == [.openPerAddress: 1])
    }

    @Test func `a tracker holds 4096 pending connections, sixteen of them from a prefix`() {
        var gate = AcceptGate(.tracker, at: .start)
        for prefix in UInt32(0)..<256 {
            for last in UInt32(0)..<16 {
                #expect(gate.arrived(from: v4(0x0a00_0000 + prefix << 8 + last)) == true)
            }
            guard prefix < 255 else { break }
            #expect(gate.arrived(from: v4(0x0a00_0000 + prefix << 8 + 99)) == false)
        }
        #expect(gate.pending == 4096)
        #expect(gate.arrived(from: v4(0x0b00_0000)) == false)
        #expect(gate.counters.refused == [.pendingPerPrefix: 255, .pending: 1])
    }

    @Test func `a tracker holds sixteen channels of an address and 64 of a prefix`() {
        var gate = AcceptGate(.tracker, at: .start)
        for number in UInt32(0)..<64 {
            #expect(gate.arrived(from: v4(0x0a00_0000 + number / 16)) == true)
            gate.opened(from: v4(0x0a00_0000 + number / 16))
            if number == 15 { #expect(gate.arrived(from: v4(0x0a00_0000)) == false) }
        }
        #expect(gate.arrived(from: v4(0x0a00_0009)) == false)
        #expect(gate.counters.refused == [.openPerAddress: 1, .openPerPrefix: 1])
    }

    @Test func `the last 64 descriptors are not for connections`() {
        var gate = AcceptGate(AcceptLimits(), descriptors: 1_024, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: 959) == true)
        #expect(gate.arrived(from: v4(1), descriptor: 960) == false)
        #expect(gate.counters.refused == [.descriptors: 1])
    }

    @Test func `a tracker's connections have four fifths of the descriptors`() {
        var gate = AcceptGate(.tracker, descriptors: 10_000, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: 7_999) == true)
        #expect(gate.arrived(from: v4(1), descriptor: 8_000) == false)
        #expect(gate.counters.refused == [.descriptors: 1])
    }

    @Test(arguments: [(100, 50), (128, 64), (200, 136), (1_024, 960), (.max, .max - 64)])
    func `a process with few descriptors shares them`(all: Int, connections: Int) {
        var gate = AcceptGate(AcceptLimits(), descriptors: all, at: .start)
        #expect(gate.arrived(from: v4(1), descriptor: connections - 1) == true)
        #expect(gate.arrived(from: v4(1), descriptor: connections) == false)
    }
}
