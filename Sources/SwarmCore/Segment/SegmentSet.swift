/// Numbers of segments on one track, as a sparse bitmap.
package struct SegmentSet: Hashable, Sendable {
    /// The numbers from 64 · `index` on.
    private struct Word: Hashable {
        static let none = Word(index: 0, bits: 0)

        let index: UInt64
        var bits: UInt64
    }

    /// The word with the highest numbers, without any while the set is empty: sets grow at their end,
    /// and what is new is looked for most, so that mostly no other memory is read.
    private var last = Word.none
    /// The words before it that hold at least one number, in ascending order.
    private var earlier: [Word] = []
    package private(set) var count = 0

    package init() {}

    /// Words of 64 numbers that hold at least one: the memory that the set takes.
    package var wordCount: Int { earlier.count + (last.bits == 0 ? 0 : 1) }

    package func contains(_ number: UInt64) -> Bool {
        let index = number / 64
        guard index < last.index else { return index == last.index && last.bits.has(number) }
        let place = place(of: index)
        return place < earlier.count && earlier[place].index == index
            && earlier[place].bits.has(number)
    }

    /// Returns whether the number was not in the set.
    @discardableResult
    package mutating func insert(_ number: UInt64) -> Bool {
        guard !contains(number) else { return false }
        let index = number / 64
        count += 1
        if last.bits == 0 || index > last.index {
            if last.bits != 0 { earlier.append(last) }
            last = Word(index: index, bits: 1 << (number % 64))
        } else if index == last.index {
            last.bits |= 1 << (number % 64)
        } else {
            let place = place(of: index)
            if place == earlier.count || earlier[place].index != index {
                earlier.insert(Word(index: index, bits: 0), at: place)
            }
            earlier[place].bits |= 1 << (number % 64)
        }
        return true
    }

    /// Returns whether the number was in the set.
    @discardableResult
    package mutating func remove(_ number: UInt64) -> Bool {
        guard contains(number) else { return false }
        let index = number / 64
        count -= 1
        if index == last.index {
            last.bits &= ~(1 << (number % 64))
            if last.bits == 0 { last = earlier.popLast() ?? .none }
        } else {
            let place = place(of: index)
            earlier[place].bits &= ~(1 << (number % 64))
            if earlier[place].bits == 0 { earlier.remove(at: place) }
        }
        return true
    }

    /// Empties the set; its memory stays.
    package mutating func removeAll() {
        last = .none
        earlier.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Makes room for so many numbers in a row.
    package mutating func reserve(_ count: Int) {
        // Both ends may lie within a word.
        let wordCount = count / 64 + 1
        if wordCount > earlier.capacity { earlier.reserveCapacity(wordCount) }
    }

    /// Forgets numbers below `number`, but for those that share its word.
    package mutating func removeWords(before number: UInt64) {
        let gone = place(of: number / 64)
        for word in earlier.prefix(gone) { count -= word.bits.nonzeroBitCount }
        earlier.removeFirst(gone)
        if last.index < number / 64 { removeAll() }
    }

    /// Whether `number` can be inserted without more than `limit` words.
    package func hasRoom(for number: UInt64, limit: Int) -> Bool {
        guard wordCount >= limit, number / 64 != last.index else { return true }
        let place = place(of: number / 64)
        return place < earlier.count && earlier[place].index == number / 64
    }

    /// The numbers in ascending order.
    package var numbers: [UInt64] {
        (earlier + [last]).flatMap { word in
            (0..<64).lazy.filter { word.bits.has($0) }.map { word.index * 64 + $0 }
        }
    }

    /// The place of the first of the earlier words that is not before `index`.
    private func place(of index: UInt64) -> Int {
        var low = 0
        var high = earlier.count
        while low < high {
            let middle = (low + high) / 2
            if earlier[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension UInt64 {
    /// Whether the bit of a number is set in the word that the number belongs to.
    fileprivate func has(_ number: UInt64) -> Bool { self & 1 << (number % 64) != 0 }
}
