import Primitives

/// A heap of things that are due at some moment; equal moments come out in the order they went in.
struct DeadlineQueue<Element: Sendable>: Sendable {
    private struct Entry {
        let due: Moment
        let sequence: UInt64
        let element: Element

        func precedes(_ other: Entry) -> Bool {
            (due, sequence) < (other.due, other.sequence)
        }
    }

    private var heap: [Entry] = []
    private var nextSequence: UInt64 = 0

    var count: Int { heap.count }

    var first: Moment? { heap.first?.due }

    mutating func insert(_ element: Element, due: Moment) {
        heap.append(Entry(due: due, sequence: nextSequence, element: element))
        nextSequence += 1
        siftUp(heap.count - 1)
    }

    /// The earliest element that is due at `now`, or nil when none is.
    mutating func popFirst(dueAt now: Moment) -> Element? {
        guard let first = heap.first, first.due <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(0)
        }
        return first.element
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var earliest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].precedes(heap[earliest]) {
                earliest = child
            }
            guard earliest != parent else { return }
            heap.swapAt(parent, earliest)
            parent = earliest
        }
    }
}
