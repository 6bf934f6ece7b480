/// Numbers of segments on one track, as a sparse bitmap.
package struct SegmentSet: Hashable, Sendable {
    private var words: [UInt64: UInt64] = [:]
    package private(set) var count = 0

    package init() {}

    /// Words of 64 numbers that hold at least one: the memory that the set takes.
    package var wordCount: Int { words.count }

    package func contains(_ number: UInt64) -> Bool {
        guard let word = words[number / 64] else { return false }
        return word & 1 << (number % 64) != 0
    }

    /// Returns whether the number was not in the set.
    @discardableResult
    package mutating func insert(_ number: UInt64) -> Bool {
        guard !contains(number) else { return false }
        words[number / 64, default: 0] |= 1 << (number % 64)
        count += 1
        return true
    }

    /// Returns whether the number was in the set.
    @discardableResult
    package mutating func remove(_ number: UInt64) -> Bool {
        guard let word = words[number / 64], contains(number) else { return false }
        let rest = word & ~(1 << (number % 64))
        words[number / 64] = rest == 0 ? nil : rest
        count -= 1
        return true
    }

    /// Forgets numbers below `number`, but for those that share its word.
    package mutating func removeWords(before number: UInt64) {
        while let index = words.keys.first(where: { $0 < number / 64 }) {
            count -= words.removeValue(forKey: index)?.nonzeroBitCount ?? 0
        }
    }

    /// Whether `number` can be inserted without more than `limit` words.
    package func hasRoom(for number: UInt64, limit: Int) -> Bool {
        words.count < limit || words[number / 64] != nil
    }

    /// The numbers in ascending order.
    package var numbers: [UInt64] {
        words.sorted { $0.key < $1.key }.flatMap { index, word in
            (0..<64).lazy.filter { word & 1 << $0 != 0 }.map { index * 64 + $0 }
        }
    }
}
