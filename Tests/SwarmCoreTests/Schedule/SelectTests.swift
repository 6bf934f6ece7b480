import Primitives
import Testing

@testable import SwarmCore

@Suite struct SelectTests {
    @Test(arguments: 1...20)
    func `the element at a place is that of the sorted array`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        // Few different numbers, so that many are equal.
        let numbers = (0..<200).map { _ in Double(random.next() % UInt64(10 * seed)) }
        for place in numbers.indices {
            var shuffled = numbers
            #expect(shuffled.select(place) == numbers.sorted()[place], "place \(place)")
        }
    }

    @Test func `one element, and equal ones`() {
        var one = [1.5]
        #expect(one.select(0) == 1.5)
        var equal = [2.0, 2.0, 2.0]
        #expect(equal.select(2) == 2)
    }
}
