/// Events in order of time; those of one moment in the order in which they were added.
///
/// A calendar: the near future lies in narrow buckets, what is further away in wide ones, and only
/// the bucket of the present is kept in order. To add and to take cost the same however many wait.
struct EventQueue: Sendable {
    private static let bucketLog: Int64 = 18
    private static let bucketsLog: Int64 = 12
    private static let pageLog = bucketLog + bucketsLog
    private static let bucketCount = 1 << bucketsLog

    /// The events of the present bucket, as a heap.
    private(set) var present: [Event] = []
    private var buckets = [[Event]](repeating: [], count: bucketCount)
    /// The events of later pages; a page is as long as all buckets together.
    private var pages: [[Event]] = []
    private var page = 0
    private var bucket = 0
    private var added: UInt64 = 0
    private(set) var count = 0

    mutating func add(_ what: Happening, at moment: Int64) {
        let event = Event(at: moment, order: added, what: what)
        added += 1
        count += 1
        let itsPage = Int(moment >> Self.pageLog)
        guard itsPage <= page else {
            if itsPage >= pages.count {
                pages.append(contentsOf: repeatElement([], count: itsPage + 1 - pages.count))
            }
            pages[itsPage].append(event)
            return
        }
        file(event)
    }

    /// Goes on to the next bucket with events if none is left in the present one; returns whether
    /// it did.
    mutating func turn() -> Bool { present.isEmpty && advance() }

    mutating func next() -> Event? {
        while present.isEmpty {
            guard advance() else { return nil }
        }
        count -= 1
        return popPresent()
    }

    private mutating func file(_ event: Event) {
        let place = Int(event.at >> Self.bucketLog) & (Self.bucketCount - 1)
        if event.at >> Self.pageLog < Int64(page) || place <= bucket {
            pushPresent(event)
        } else {
            buckets[place].append(event)
        }
    }

    /// Makes the next bucket with events the present; false when there is none.
    private mutating func advance() -> Bool {
        guard count > 0 else { return false }
        repeat {
            bucket += 1
            if bucket == Self.bucketCount { turnPage() }
        } while buckets[bucket].isEmpty
        for event in buckets[bucket] { pushPresent(event) }
        buckets[bucket].removeAll(keepingCapacity: true)
        return true
    }

    private mutating func turnPage() {
        page += 1
        bucket = 0
        guard page < pages.count else { return }
        let events = pages[page]
        pages[page] = []
        for event in events {
            buckets[Int(event.at >> Self.bucketLog) & (Self.bucketCount - 1)].append(event)
        }
    }

    // MARK: The heap

    private mutating func pushPresent(_ event: Event) {
        present.append(event)
        var child = present.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard event.isBefore(present[parent]) else { break }
            present[child] = present[parent]
            child = parent
        }
        present[child] = event
    }

    private mutating func popPresent() -> Event {
        let first = present[0]
        let last = present.removeLast()
        guard !present.isEmpty else { return first }
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < present.count else { break }
            if child + 1 < present.count, present[child + 1].isBefore(present[child]) {
                child += 1
            }
            guard present[child].isBefore(last) else { break }
            present[parent] = present[child]
            parent = child
        }
        present[parent] = last
        return first
    }
}
