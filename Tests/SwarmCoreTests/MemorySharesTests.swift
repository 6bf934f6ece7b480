import Primitives
import SwarmCore
import Testing

@Suite struct MemorySharesTests {
    @Test func `alone a session has all of it`() {
        var shares = MemoryShares(budget: 100)
        let only = shares.join()
        #expect(shares.allowance(of: only, using: 500) == 100)
    }

    @Test func `what others leave can be used until they need it`() {
        var shares = MemoryShares(budget: 90)
        let (big, small, late) = (shares.join(), shares.join(), shares.join())
        let first = [
            shares.allowance(of: small, using: 10), shares.allowance(of: big, using: 80),
        ]
        #expect(first == [90, 80])
        let then = [
            shares.allowance(of: late, using: 40), shares.allowance(of: big, using: 80),
            shares.allowance(of: late, using: 40),
        ]
        #expect(then == [30, 50, 30])
        shares.leave(big)
        #expect(shares.allowance(of: late, using: 70) == 80)
    }

    @Test func `who has left is allowed nothing, and counts no more`() {
        var shares = MemoryShares(budget: 90)
        let (gone, here) = (shares.join(), shares.join())
        _ = shares.allowance(of: gone, using: 90)
        shares.leave(gone)
        shares.leave(gone)
        #expect(shares.allowance(of: gone, using: 1) == 0)
        #expect(shares.allowance(of: here, using: 90) == 90)
        #expect(shares.equalShare == 90)
    }

    /// Fifty sessions that want more than there is.
    @Test func `after two rounds all have the same, and together what there is`() {
        var shares = MemoryShares(budget: 5_000)
        let holders = (0..<50).map { _ in shares.join() }
        var using = [Int](repeating: 0, count: 50)
        for _ in 0..<2 {
            for (index, holder) in holders.enumerated() {
                using[index] = min(1_000, shares.allowance(of: holder, using: 1_000))
            }
        }
        #expect(using.allSatisfy { $0 == 100 })
    }

    @Test(arguments: UInt64(1)...30)
    func `random sessions: an equal share each, and no more than all once each was asked`(
        _ seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        var shares = MemoryShares(budget: 1_000)
        var using: [(holder: MemoryShares.Holder, bytes: Int)] = []
        for _ in 0..<300 {
            let index = using.isEmpty ? 0 : Int.random(in: 0..<using.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case _ where using.isEmpty: using.append((shares.join(), 0))
            case 0 where using.count < 20: using.append((shares.join(), 0))
            case 1: shares.leave(using.remove(at: index).holder)
            default:
                let wanted = Int.random(in: 0..<2_000, using: &random)
                let allowed = shares.allowance(of: using[index].holder, using: wanted)
                #expect(allowed >= 1_000 / using.count)
                using[index].bytes = min(wanted, allowed)
            }
        }
        for (index, use) in using.enumerated() {
            using[index].bytes = min(
                use.bytes, shares.allowance(of: use.holder, using: use.bytes))
        }
        #expect(using.reduce(0) { $0 + $1.bytes } <= 1_000)
    }
}
