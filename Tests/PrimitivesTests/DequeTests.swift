import Primitives
import TestSupport
import Testing

@Suite struct DequeTests {
    @Test func `an empty queue gives nothing`() {
        var queue = Deque<Int>()
        #expect(queue.isEmpty)
        #expect(queue.first == nil)
        #expect(queue.popFirst() == nil)
    }

    @Test func `a queue acts like an array on a random walk`() {
        var random = SeededRandom(seed: testSeed)
        for bias in [2, 3, 4] {
            var queue = Deque<UInt64>()
            var model: [UInt64] = []
            for _ in 0..<3_000 {
                let element = random.next()
                switch Int.random(in: 0..<6, using: &random) {
                case 0..<bias:
                    queue.append(element)
                    model.append(element)
                default:
                    let expected = model.isEmpty ? nil : model.removeFirst()
                    #expect(queue.popFirst() == expected)
                }
                #expect(queue.count == model.count)
                #expect(queue.first == model.first)
                #expect(queue.isEmpty == model.isEmpty)
            }
            while let element = queue.popFirst() {
                #expect(element == model.removeFirst())
            }
            #expect(model.isEmpty)
        }
    }

    @Test func `what was taken out is released`() {
        final class Marker {}
        var queue = Deque<Marker>()
        weak var marker: Marker?
        do {
            let made = Marker()
            marker = made
            queue.append(made)
        }
        #expect(marker != nil)
        _ = queue.popFirst()
        #expect(marker == nil)
    }

    @Test func `a copy is independent`() {
        var queue = Deque<Int>()
        queue.append(1)
        var copy = queue
        copy.append(2)
        #expect(queue.popFirst() == 1)
        #expect(queue.isEmpty)
        #expect(copy.count == 2)
        #expect(copy.first == 1)
    }
}
