import Primitives
import SwarmCore
import Testing

@Suite struct JumpHashTests {
    @Test func `known values`() {
        // Worked out by the published C code.
        #expect((1...8).map { jumpConsistentHash(0, buckets: $0) } == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(jumpConsistentHash(1, buckets: 1) == 0)
        #expect(jumpConsistentHash(42, buckets: 57) == 43)
        #expect(jumpConsistentHash(0xDEAD_10CC, buckets: 1) == 0)
        #expect(jumpConsistentHash(0xDEAD_10CC, buckets: 666) == 361)
        #expect(jumpConsistentHash(256, buckets: 1024) == 520)
    }

    @Test(arguments: [1, 2, 7, 100]) func `one bucket more moves only its share`(buckets: Int) {
        var random = SeededRandom(seed: 5)
        let keys = (0..<20_000).map { _ in random.next() }
        var moved = 0
        for key in keys {
            let before = jumpConsistentHash(key, buckets: buckets)
            let after = jumpConsistentHash(key, buckets: buckets + 1)
            #expect(after == before || after == buckets)
            moved += after == before ? 0 : 1
        }
        let share = Double(moved) / Double(keys.count)
        #expect(abs(share - 1 / Double(buckets + 1)) < 0.015)
    }

    @Test func `all keys spread evenly`() {
        var random = SeededRandom(seed: 6)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<20_000 { counts[jumpConsistentHash(random.next(), buckets: 10)] += 1 }
        #expect(counts.allSatisfy { abs($0 - 2_000) < 200 })
    }
}
