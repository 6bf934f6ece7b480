import Primitives
import TestSupport
import Testing

@testable import TrackerCore

@Suite struct DeadlineQueueTests {
    @Test(arguments: (0..<20).map { testSeed &+ $0 })
    func `a random queue gives what a sorted list gives`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model: [(due: Moment, element: Int)] = []
        for element in 0..<200 {
            let due = Moment.start + .seconds(Int.random(in: 0..<40, using: &random))
            queue.insert(element, due: due)
            let place = model.firstIndex { $0.due > due } ?? model.endIndex
            model.insert((due, element), at: place)
            guard Bool.random(using: &random) else { continue }
            let now = Moment.start + .seconds(Int.random(in: 0..<40, using: &random))
            let expected = model.first.flatMap { $0.due <= now ? $0.element : nil }
            #expect(queue.popFirst(dueAt: now) == expected)
            if expected != nil { model.removeFirst() }
            #expect(queue.first == model.first?.due)
            #expect(queue.count == model.count)
        }
    }
}
