import Crypto
import Primitives
import Testing
import Transport

@Suite struct ListeningTests {
    private func v4(_ value: UInt32) -> IPAddress { .v4(value) }

    @Test func `pending connections have a total and a share`() {
        var gate = AcceptGate(AcceptLimits())
        for last in UInt32(0)..<4 { #expect(gate.arrived(from: v4(0x0a00_0000 + last)) == true) }
        #expect(gate.arrived(from: v4(0x0a00_00ff)) == false)
        for prefix in 1..<8 {
            for last in UInt32(0)..<4 {
                #expect(gate.arrived(from: v4(0x0a00_0000 + UInt32(prefix) << 8 + last)) == true)
            }
        }
        #expect(gate.pending == 32)
        #expect(gate.arrived(from: v4(0x0b00_0000)) == false)
        gate.abandoned(from: v4(0x0a00_0000))
        #expect(gate.arrived(from: v4(0x0a00_0101)) == false)
        #expect(gate.arrived(from: v4(0x0a00_0001)) == true)
    }

    @Test func `open channels have a total, and shares by address and prefix`() {
        var gate = AcceptGate(AcceptLimits())
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
        gate.closed(from: v4(0x0a00_0001))
        #expect(open(v4(0x0b00_0001)))
    }

    @Test func `a swarm on one address has only the totals`() {
        var gate = AcceptGate(AcceptLimits().onOneAddress)
        for _ in 0..<24 {
            #expect(gate.arrived(from: .loopback) == true)
            gate.opened(from: .loopback)
        }
        #expect(gate.arrived(from: .loopback) == false)
    }

    @Test func `IPv6 addresses of one site share`() {
        var gate = AcceptGate(AcceptLimits())
        for site in 0..<4 {
            #expect(
                gate.arrived(from: .v6(high: 0x2001_0db8_0001_0000 + UInt64(site), low: 1)) == true)
        }
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0001_ffff, low: 1)) == false)
        #expect(gate.arrived(from: .v6(high: 0x2001_0db8_0002_0000, low: 1)) == true)
    }

    @Test func `a stamp off by more than two minutes is not fresh`() {
        let replays = ReplayGuard()
        let now: UInt64 = 1_700_000_000_000
        #expect(replays.isFresh(.zero, stamp: now - 120_000, at: now))
        #expect(replays.isFresh(.zero, stamp: now + 120_000, at: now))
        #expect(!replays.isFresh(.zero, stamp: now - 120_001, at: now))
        #expect(!replays.isFresh(.zero, stamp: now + 120_001, at: now))
        #expect(!replays.isFresh(.zero, stamp: 0, at: now))
        #expect(!replays.isFresh(.zero, stamp: .max, at: now))
    }

    @Test func `a replay is refused for as long as its stamp is in the window`() {
        var replays = ReplayGuard()
        let first = randomBytes32()
        let stamp: UInt64 = 1_700_000_120_000
        let accepted = stamp - 120_000
        replays.remember(first, at: accepted)
        var now = accepted
        while now <= stamp + 120_000 {
            #expect(!replays.isFresh(first, stamp: stamp, at: now))
            replays.remember(randomBytes32(), at: now)
            now += 1_000
        }
    }

    @Test func `a replay is refused though newer ones have begun to push it out`() {
        var replays = ReplayGuard()
        let start: UInt64 = 1_700_000_000_000
        replays.remember(randomBytes32(), at: start)
        let first = randomBytes32()
        replays.remember(first, at: start + 200_000)
        let later = start + 2 * ReplayGuard.tolerance + 1
        replays.remember(randomBytes32(), at: later)
        #expect(replays.remembered == 3)
        #expect(!replays.isFresh(first, stamp: start + 200_000, at: later))
    }

    @Test func `what is remembered is bounded`() {
        var replays = ReplayGuard(capacity: 100)
        for _ in 0..<1_000 {
            replays.remember(randomBytes32(), at: 1_700_000_000_000)
            #expect(replays.remembered <= 100)
        }
        replays.remember(randomBytes32(), at: 1_800_000_000_000)
        #expect(replays.remembered == 1)
    }
}
