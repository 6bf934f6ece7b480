import Primitives

/// Events in order of time; those of one moment in the order in which they were added.
struct EventQueue<Event> {
    private struct Entry {
        let at: Moment
        let number: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { (at, number) < (other.at, other.number) }
    }

    private var heap: [Entry] = []
    private var added = 0

    mutating func add(_ event: Event, at moment: Moment) {
        heap.append(Entry(at: moment, number: added, event: event))
        added += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (at: Moment, event: Event)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return (first.at, first.event) }
        heap[0] = last
        var parent = 0
        while let child = [2 * parent + 1, 2 * parent + 2]
            .filter({ $0 < heap.count })
            .min(by: { heap[$0].isBefore(heap[$1]) }),
            heap[child].isBefore(heap[parent])
        {
            heap.swapAt(child, parent)
            parent = child
        }
        return (first.at, first.event)
    }
}
