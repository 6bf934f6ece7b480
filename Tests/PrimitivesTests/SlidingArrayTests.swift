import Primitives
import TestSupport
import Testing

@Suite struct SlidingArrayTests {
    @Test func `it is the array that the same changes make`() {
        var random = SeededRandom(seed: testSeed)
        var sliding = SlidingArray<Int>()
        var plain: [Int] = []
        for step in 0..<5_000 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                sliding.append(step)
                plain.append(step)
            case 3:
                let count = min(plain.count, Int.random(in: 0..<3, using: &random))
                sliding.removeFirst(count)
                plain.removeFirst(count)
            case 4:
                let count = min(plain.count, Int.random(in: 0..<2, using: &random))
                sliding.removeLast(count)
                plain.removeLast(count)
            case _:
                let count = min(plain.count, Int.random(in: 0..<4, using: &random))
                let others = Array(0..<Int.random(in: 0..<5, using: &random))
                sliding.replaceFirst(count, with: others)
                plain.replaceSubrange(0..<count, with: others)
            }
            if !plain.isEmpty, step % 7 == 0 {
                sliding[plain.count / 2] = -step
                plain[plain.count / 2] = -step
            }
            #expect(sliding.elementsEqual(plain) && sliding.count == plain.count)
        }
        sliding.removeAll()
        #expect(sliding.isEmpty)
    }
}
