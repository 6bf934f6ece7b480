import Primitives

/// One alarm for each number, and which comes first: a binary heap that knows where each stands.
struct AlarmHeap: Sendable {
    private struct Alarm: Sendable {
        let at: Moment
        let number: Int
    }

    private var heap: [Alarm] = []
    /// Where the alarm of each number stands in the heap, or -1.
    private var places: [Int32] = []

    var first: (number: Int, at: Moment)? { heap.first.map { ($0.number, $0.at) } }

    /// Makes room for so many numbers.
    mutating func reserve(_ count: Int) {
        guard count > places.capacity else { return }
        places.reserveCapacity(max(count, 2 * places.capacity))
        heap.reserveCapacity(places.capacity)
    }

    func moment(of number: Int) -> Moment {
        guard places.indices.contains(number), places[number] >= 0 else { return .distantFuture }
        return heap[Int(places[number])].at
    }

    @inline(__always)
    mutating func readAhead() -> Int { heap.count &+ places.count }

    /// Sets, moves or, with the distant future, removes the alarm of a number.
    mutating func set(_ number: Int, at moment: Moment) {
        while places.count <= number { places.append(-1) }
        let place = Int(places[number])
        if moment == .distantFuture {
            if place >= 0 { remove(at: place) }
        } else if place < 0 {
            heap.append(Alarm(at: moment, number: number))
            places[number] = Int32(heap.count - 1)
            rise(from: heap.count - 1)
        } else if heap[place].at != moment {
            let isEarlier = moment < heap[place].at
            heap[place] = Alarm(at: moment, number: number)
            if isEarlier { rise(from: place) } else { sink(from: place) }
        }
    }

    private mutating func remove(at place: Int) {
        places[heap[place].number] = -1
        let last = heap.removeLast()
        guard place < heap.count else { return }
        heap[place] = last
        places[last.number] = Int32(place)
        rise(from: place)
        sink(from: Int(places[last.number]))
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, heap[place].at < heap[(place - 1) / 2].at {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var earliest = place
            for child in 2 * place + 1..<2 * place + 3
            where child < heap.count && heap[child].at < heap[earliest].at {
                earliest = child
            }
            guard earliest != place else { return }
            swap(place, earliest)
            place = earliest
        }
    }

    private mutating func swap(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        places[heap[left].number] = Int32(left)
        places[heap[right].number] = Int32(right)
    }
}
