/// A queue: what comes in at its end goes out at its front, each in constant time.
package struct Deque<Element> {
    private var slots: [Element?] = []
    private var head = 0
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package var first: Element? { isEmpty ? nil : slots[head] }

    package mutating func append(_ element: Element) {
        growIfFull()
        slots[slot(count)] = element
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
        }
        return slots[head]
    }

    private func slot(_ offset: Int) -> Int { (head + offset) % slots.count }

    private mutating func growIfFull() {
        guard count == slots.count else { return }
        var larger: [Element?] = []
        larger.reserveCapacity(max(8, 2 * count))
        for offset in 0..<count { larger.append(slots[slot(offset)]) }
        larger.append(contentsOf: repeatElement(nil, count: max(8, 2 * count) - count))
        slots = larger
        head = 0
    }
}

extension Deque: Sendable where Element: Sendable {}
