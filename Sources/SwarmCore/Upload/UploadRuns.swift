import Primitives

/// The runs of chunks that peers asked for: a list for each peer, nearest deadline first, then in
/// the order in which they were asked for.
///
/// All lists share one block of memory, which grows to the most that was ever queued. A list is as
/// long as the chunks that one peer may have queued, which bounds every walk along it.
struct UploadRuns: Sendable {
    struct Run: Sendable {
        let segment: SegmentID
        var chunks: Range<Int>
        let deadline: Moment
        fileprivate var next = List.end

        init(segment: SegmentID, chunks: Range<Int>, deadline: Moment) {
            self.segment = segment
            self.chunks = chunks
            self.deadline = deadline
        }
    }

    /// One peer's runs.
    struct List: Sendable {
        fileprivate static let end = -1

        fileprivate var first = Self.end

        var isEmpty: Bool { first == Self.end }
    }

    private var runs: [Run] = []
    private var unused = List()

    /// The list's first run; the list must not be empty.
    func first(of list: List) -> Run { runs[list.first] }

    /// Chunks in the list that are due at a moment or before.
    func count(of list: List, dueBy deadline: Moment) -> Int {
        var count = 0
        var place = list.first
        while place != List.end, runs[place].deadline <= deadline {
            count += runs[place].chunks.count
            place = runs[place].next
        }
        return count
    }

    mutating func insert(_ run: Run, into list: inout List) {
        var before = List.end
        var after = list.first
        while after != List.end, runs[after].deadline <= run.deadline {
            (before, after) = (after, runs[after].next)
        }
        insert(run, into: &list, after: before)
    }

    /// Takes the first chunk out of a list that is not empty.
    mutating func removeFirstChunk(of list: inout List) {
        runs[list.first].chunks.removeFirst()
        if runs[list.first].chunks.isEmpty { remove(list.first, after: List.end, from: &list) }
    }

    /// Takes chunks of a segment out of the list; returns how many there were.
    mutating func remove(
        _ chunks: Range<Int>, of segment: SegmentID, from list: inout List
    ) -> Int {
        var removed = 0
        var before = List.end
        var place = list.first
        while place != List.end {
            let run = runs[place]
            let common = run.chunks.clamped(to: chunks)
            guard run.segment == segment, !common.isEmpty else {
                (before, place) = (place, run.next)
                continue
            }
            removed += common.count
            let head = run.chunks.lowerBound..<common.lowerBound
            let tail = common.upperBound..<run.chunks.upperBound
            if head.isEmpty && tail.isEmpty {
                remove(place, after: before, from: &list)
            } else {
                runs[place].chunks = head.isEmpty ? tail : head
                before = place
                if !head.isEmpty && !tail.isEmpty {
                    let rest = Run(segment: segment, chunks: tail, deadline: run.deadline)
                    before = insert(rest, into: &list, after: place)
                }
            }
            place = run.next
        }
        return removed
    }

    /// Empties the list, or takes one segment's runs out of it, and gives `body` what it takes.
    mutating func removeAll(
        of segment: SegmentID? = nil, from list: inout List, _ body: (Run) -> Void
    ) {
        var before = List.end
        var place = list.first
        while place != List.end {
            let run = runs[place]
            if run.segment == segment ?? run.segment {
                body(run)
                remove(place, after: before, from: &list)
            } else {
                before = place
            }
            place = run.next
        }
    }

    // MARK: - Places

    @discardableResult
    private mutating func insert(_ run: Run, into list: inout List, after before: Int) -> Int {
        var run = run
        run.next = before == List.end ? list.first : runs[before].next
        let place: Int
        if unused.isEmpty {
            place = runs.count
            runs.append(run)
        } else {
            place = unused.first
            unused.first = runs[place].next
            runs[place] = run
        }
        if before == List.end { list.first = place } else { runs[before].next = place }
        return place
    }

    private mutating func remove(_ place: Int, after before: Int, from list: inout List) {
        if before == List.end {
            list.first = runs[place].next
        } else {
            runs[before].next = runs[place].next
        }
        runs[place].next = unused.first
        unused.first = place
    }
}
