import Primitives

/// Something of a track that has a number.
protocol Numbered: Sendable {
    var number: UInt64 { get }
}

/// What the newest description of a track lists, in ascending order of number.
///
/// A description may leave out what goes on unchanged in the middle; then only the ends cost.
struct TrackWindow<Element: Numbered>: Sendable {
    private(set) var elements = SlidingArray<Element>()

    /// Takes in a description, and returns what was there in the place of what it lists.
    ///
    /// `kept` are the numbers, if any, that the description leaves out since nothing changed there.
    mutating func describe(_ new: [Element], keeping kept: Range<UInt64>?) -> [Element] {
        let new = Self.inOrder(new)
        guard let kept else {
            let old = Array(elements)
            elements = SlidingArray()
            for element in new { elements.append(element) }
            return old
        }
        let back = elements[place(from: kept.upperBound)...]
        let front = elements[..<place(from: kept.lowerBound)]
        let old = Array(front) + Array(back)
        let frontCount = front.count
        elements.removeLast(back.count)
        let head = new.prefix { $0.number < kept.lowerBound }
        elements.replaceFirst(frontCount, with: head)
        for element in new.dropFirst(head.count) { elements.append(element) }
        return old
    }

    /// The index of a number.
    func index(of number: UInt64) -> Int? {
        let index = place(from: number)
        return index < elements.count && elements[index].number == number ? index : nil
    }

    /// The index of the first that has the number or a higher one.
    func place(from number: UInt64) -> Int {
        guard let first = elements.first?.number, number > first else { return 0 }
        // Numbers follow one another but for gaps.
        if let guess = Int(exactly: number - first), guess < elements.count,
            elements[guess].number == number
        {
            return guess
        }
        return count { $0.number < number }
    }

    /// How many of the elements, which are in order, come before the first that is past a mark.
    func count(where isBefore: (Element) -> Bool) -> Int {
        var range = 0..<elements.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                isBefore(elements[middle])
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// In ascending order, and each number once: a segment has one place.
    private static func inOrder(_ elements: [Element]) -> [Element] {
        guard !zip(elements, elements.dropFirst()).allSatisfy({ $0.number < $1.number })
        else { return elements }
        var ordered: [Element] = []
        for element in elements.sorted(by: { $0.number < $1.number })
        where ordered.last?.number != element.number {
            ordered.append(element)
        }
        return ordered
    }
}
