import Primitives

/// Events in the order of their moments; those of the same moment in the order of their entry.
struct EventQueue {
    private struct Entry {
        let at: Moment
        let order: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { (at, order) < (other.at, other.order) }
    }

    private var heap: [Entry] = []
    private var entered = 0

    var nextAt: Moment? { heap.first?.at }

    mutating func add(_ event: Event, at moment: Moment) {
        heap.append(Entry(at: moment, order: entered, event: event))
        entered += 1
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() -> (at: Moment, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.at, first.event)
    }

    private mutating func sink() {
        var place = 0
        while true {
            var earliest = place
            for child in 2 * place + 1..<2 * place + 3
            where child < heap.count && heap[child].isBefore(heap[earliest]) {
                earliest = child
            }
            guard earliest != place else { return }
            heap.swapAt(place, earliest)
            place = earliest
        }
    }
}
