/// Numbers of segments on one track, as a sparse bitmap.
package struct SegmentSet: Hashable, Sendable {
    /// The numbers from 64 · `index` on.
    private struct Word: Hashable {
        let index: UInt64
        var bits: UInt64
    }

    /// Those that hold at least one number, in ascending order.
    private var words: [Word] = []
    package private(set) var count = 0

    package init() {}

    /// Words of 64 numbers that hold at least one: the memory that the set takes.
    package var wordCount: Int { words.count }

    package func contains(_ number: UInt64) -> Bool {
        let place = place(of: number / 64)
        guard place < words.count, words[place].index == number / 64 else { return false }
        return words[place].bits & 1 << (number % 64) != 0
    }

    /// Returns whether the number was not in the set.
    @discardableResult
    package mutating func insert(_ number: UInt64) -> Bool {
        let place = place(of: number / 64)
        if place == words.count || words[place].index != number / 64 {
            words.insert(Word(index: number / 64, bits: 0), at: place)
        }
        guard words[place].bits & 1 << (number % 64) == 0 else { return false }
        words[place].bits |= 1 << (number % 64)
        count += 1
        return true
    }

    /// Returns whether the number was in the set.
    @discardableResult
    package mutating func remove(_ number: UInt64) -> Bool {
        guard contains(number) else { return false }
        let place = place(of: number / 64)
        words[place].bits &= ~(1 << (number % 64))
        if words[place].bits == 0 { words.remove(at: place) }
        count -= 1
        return true
    }

    /// Empties the set; its memory stays.
    package mutating func removeAll() {
        words.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Makes room for so many numbers in a row.
    package mutating func reserve(_ count: Int) {
        // Both ends may lie within a word.
        let wordCount = count / 64 + 2
        if wordCount > words.capacity { words.reserveCapacity(wordCount) }
    }

    /// Forgets numbers below `number`, but for those that share its word.
    package mutating func removeWords(before number: UInt64) {
        let gone = place(of: number / 64)
        for word in words.prefix(gone) { count -= word.bits.nonzeroBitCount }
        words.removeFirst(gone)
    }

    /// Whether `number` can be inserted without more than `limit` words.
    package func hasRoom(for number: UInt64, limit: Int) -> Bool {
        guard words.count >= limit else { return true }
        let place = place(of: number / 64)
        return place < words.count && words[place].index == number / 64
    }

    /// The numbers in ascending order.
    package var numbers: [UInt64] {
        words.flatMap { word in
            (0..<64).lazy.filter { word.bits & 1 << $0 != 0 }.map { word.index * 64 + $0 }
        }
    }

    /// The place of the first word that is not before `index`: mostly the last, where it grows.
    private func place(of index: UInt64) -> Int {
        guard let last = words.last, last.index >= index else { return words.count }
        if last.index == index { return words.count - 1 }
        var low = 0
        var high = words.count - 1
        while low < high {
            let middle = (low + high) / 2
            if words[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
