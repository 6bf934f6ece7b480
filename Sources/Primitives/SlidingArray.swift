/// An array whose front goes and is replaced at the cost of what is new there.
///
/// The room of what is gone is used again, so that a window which slides for ever does not grow.
package struct SlidingArray<Element>: RandomAccessCollection {
    private var elements: [Element] = []
    /// So many elements at the front of `elements` are gone.
    private var gone = 0

    package init() {}

    package var startIndex: Int { 0 }

    package var endIndex: Int { elements.count - gone }

    package subscript(index: Int) -> Element {
        get { elements[gone + index] }
        set { elements[gone + index] = newValue }
    }

    package mutating func append(_ element: Element) {
        if elements.count == elements.capacity { makeRoom() }
        elements.append(element)
    }

    package mutating func removeLast(_ count: Int) {
        precondition(count <= self.count, "more than there is")
        elements.removeLast(count)
    }

    package mutating func removeFirst(_ count: Int) {
        precondition(count <= self.count, "more than there is")
        gone += count
    }

    package mutating func removeAll() {
        elements.removeAll(keepingCapacity: true)
        gone = 0
    }

    /// Puts others in the place of the first so many.
    package mutating func replaceFirst(_ count: Int, with others: some Collection<Element>) {
        removeFirst(count)
        guard others.count <= gone else {
            elements.replaceSubrange(0..<gone, with: others)
            gone = 0
            return
        }
        gone -= others.count
        for (index, other) in others.enumerated() { self[index] = other }
    }

    /// Takes the room of what is gone where that is worth the move, and else a quarter more.
    private mutating func makeRoom() {
        if gone > elements.count / 8 {
            elements.removeFirst(gone)
            gone = 0
        } else {
            elements.reserveCapacity(Swift.max(8, elements.count + elements.count / 4))
        }
    }
}

extension SlidingArray: Sendable where Element: Sendable {}
