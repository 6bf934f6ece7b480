/// Small numbers, each with a rank that may change; the one with the lowest rank is first.
///
/// Every change costs the logarithm of how many are ranked; memory is kept for the highest number.
struct RankedHeap<Rank: Comparable & Sendable>: Sendable {
    private struct Entry {
        let rank: Rank
        let number: Int
    }

    private static var nowhere: Int { -1 }

    private var heap: [Entry] = []
    /// Where each number is in the heap.
    private var places: [Int] = []

    var count: Int { heap.count }

    var first: Int? { heap.first?.number }

    /// Ranks the number, anew if it was ranked before.
    mutating func rank(_ number: Int, _ rank: Rank) {
        let entry = Entry(rank: rank, number: number)
        let place = place(of: number)
        if place == Self.nowhere {
            while places.count <= number { places.append(Self.nowhere) }
            heap.append(entry)
            rise(entry, from: heap.count - 1)
        } else {
            settle(entry, at: place)
        }
    }

    mutating func remove(_ number: Int) {
        let place = place(of: number)
        guard place != Self.nowhere else { return }
        places[number] = Self.nowhere
        let last = heap.removeLast()
        if place < heap.count { settle(last, at: place) }
    }

    private func place(of number: Int) -> Int {
        number < places.count ? places[number] : Self.nowhere
    }

    private mutating func settle(_ entry: Entry, at place: Int) {
        if place > 0, entry.rank < heap[(place - 1) / 2].rank {
            rise(entry, from: place)
        } else {
            sink(entry, from: place)
        }
    }

    private mutating func rise(_ entry: Entry, from start: Int) {
        var place = start
        while place > 0, entry.rank < heap[(place - 1) / 2].rank {
            put(heap[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(entry, at: place)
    }

    private mutating func sink(_ entry: Entry, from start: Int) {
        var place = start
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].rank < heap[child].rank { child += 1 }
            guard heap[child].rank < entry.rank else { break }
            put(heap[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        places[entry.number] = place
    }
}
