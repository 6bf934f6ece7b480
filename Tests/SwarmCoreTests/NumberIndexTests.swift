import Primitives
import Testing

@testable import SwarmCore

@Suite struct NumberIndexTests {
    /// The numbers that may have a key, in the order in which they are found.
    private func numbers(of key: UInt64, in index: NumberIndex) -> [Int] {
        var probe = index.probe(for: key)
        var found: [Int] = []
        while let number = index.next(&probe) { found.append(number) }
        return found
    }

    @Test func `nothing is found in an index that is empty`() {
        #expect(numbers(of: 7, in: NumberIndex()).isEmpty)
    }

    @Test func `numbers of one key are all found, and each can be taken out`() {
        var index = NumberIndex()
        for number in 0..<100 { index.insert(number, for: 5) }
        index.remove(40, for: 5)
        #expect(index.count == 99)
        #expect(Set(numbers(of: 5, in: index)) == Set(0..<100).subtracting([40]))
    }

    @Test(arguments: Seeds.some(20))
    func `it finds what a dictionary finds, whatever comes and goes`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var index = NumberIndex()
        var keys: [Int: UInt64] = [:]
        var present: [Int] = []
        for number in 0..<2_000 {
            let key = UInt64.random(in: 0..<300, using: &random)
            index.insert(number, for: key)
            keys[number] = key
            present.append(number)
            guard Bool.random(using: &random) else { continue }
            let place = Int.random(in: present.indices, using: &random)
            let gone = present[place]
            present.swapAt(place, present.count - 1)
            present.removeLast()
            index.remove(gone, for: keys[gone] ?? 0)
            keys[gone] = nil
        }
        #expect(index.count == keys.count, "seed \(seed)")
        for (number, key) in keys {
            #expect(numbers(of: key, in: index).contains(number), "seed \(seed)")
        }
        let found = (0..<300 as Range<UInt64>).flatMap { numbers(of: $0, in: index) }
        #expect(found.allSatisfy { keys[$0] != nil }, "seed \(seed)")
    }
}
