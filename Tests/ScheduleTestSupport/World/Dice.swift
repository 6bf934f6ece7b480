import Primitives

/// Where a random world takes its chances from: a seed, or bytes that a fuzzer has found.
package struct Dice {
    private var bytes: ArraySlice<UInt8>
    private var random: SeededRandom

    package init(seed: UInt64) {
        bytes = []
        random = SeededRandom(seed: seed)
    }

    /// Goes on with a fixed seed once the bytes are used up.
    package init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        random = SeededRandom(seed: 0)
    }

    /// A number from 0 to below `sides`.
    mutating func roll(_ sides: Int) -> Int {
        guard sides > 1 else { return 0 }
        guard let byte = bytes.popFirst() else {
            return Int(random.next() % UInt64(sides))
        }
        guard sides > 256 else { return Int(byte) % sides }
        return (Int(byte) << 8 | Int(bytes.popFirst() ?? 0)) % sides
    }

    mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

    mutating func milliseconds(_ range: Range<Int>) -> Duration {
        .milliseconds(range.lowerBound + roll(range.count))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(elements.count)]
    }
}
