import Crypto
import Primitives
import Testing
import Transport

@Suite struct ReplayGuardTests {
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
