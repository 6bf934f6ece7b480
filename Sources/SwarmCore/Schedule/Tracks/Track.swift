import Primitives

/// The window of segments of one track, as its playlist described it last, and who has them.
struct Track: Sendable {
    let id: TrackID
    private(set) var isLive = false
    /// False once its segments were found to differ from viewer to viewer.
    var isShareable = true
    /// In ascending order of number and of start.
    private(set) var timings: [SegmentTiming] = []
    /// Peers that have a segment whole.
    var holders = HolderMatrix()
    /// Peers that are receiving a segment.
    var receivers = HolderMatrix()
    /// The record of each place, if it has one.
    private(set) var records: [RecordSlot?] = []
    /// Places for which peers can be asked for something.
    private(set) var open: [UInt64] = []
    /// Places that are wanted now: the near ones, and those that only peers are asked for.
    var wanted = 0..<0
    var nearEnd = 0
    /// Segments that every peer has room for in what is known of it.
    var reserved = 0
    /// Places up to which this member looks at what it owns, for others that are further ahead.
    var dutyEnd = 0

    /// The latest segments that somebody is said to fetch, and since when.
    private var fetchesHeard: [(number: UInt64, at: Moment)] = []
    private static let mostFetchesHeard = 8

    init(id: TrackID, stride: Int) {
        self.id = id
        fetchesHeard.reserveCapacity(Self.mostFetchesHeard)
        holders.widen(to: stride)
        receivers.widen(to: stride)
    }

    // MARK: The window

    /// Takes in a new description; records that lose their places go to `displaced`.
    ///
    /// Returns how many places left at the front, or nil when nothing of the old window is kept.
    mutating func describe(
        _ segments: [SegmentTiming], isLive: Bool, displaced: inout [RecordSlot]
    ) -> Int? {
        self.isLive = isLive
        let next =
            zip(segments, segments.dropFirst()).allSatisfy { $0.number < $1.number }
            ? segments : Self.inOrder(segments)
        let overlap = overlap(with: next)
        for record in records.prefix(overlap ?? records.count) {
            if let record { displaced.append(record) }
        }
        guard let gone = overlap else {
            timings = next
            holders.removeAll()
            receivers.removeAll()
            records.removeAll(keepingCapacity: true)
            for _ in timings { appendPlace() }
            resetOpen()
            return nil
        }
        // Not a copy of what is new in it: many may be given the same description.
        let kept = timings.count - gone
        timings = next
        move(past: gone, keeping: kept)
        return gone
    }

    /// Drops what is before `first`, and adds what comes behind; returns how many places left.
    mutating func advance(
        to first: UInt64, adding added: [SegmentTiming], isLive: Bool,
        displaced: inout [RecordSlot]
    ) -> Int {
        self.isLive = isLive
        let gone = lowerBound { $0.number < first }
        for record in records.prefix(gone) {
            if let record { displaced.append(record) }
        }
        timings.removeFirst(gone)
        let kept = timings.count
        for timing in added { timings.append(timing) }
        move(past: gone, keeping: kept)
        return gone
    }

    /// So many places left the window at the front, and the rest after those that are kept is new.
    private mutating func move(past gone: Int, keeping kept: Int) {
        holders.removeFirst(gone)
        receivers.removeFirst(gone)
        records.removeFirst(gone)
        for _ in kept..<timings.count { appendPlace() }
        resetOpen()
    }

    /// In ascending order, and each number once: a segment has one place.
    private static func inOrder(_ segments: [SegmentTiming]) -> [SegmentTiming] {
        var ordered: [SegmentTiming] = []
        for segment in segments.sorted(by: { $0.number < $1.number })
        where ordered.last?.number != segment.number {
            ordered.append(segment)
        }
        return ordered
    }

    /// How many old places come before the new window, if the rest goes on unchanged in it.
    private func overlap(with next: [SegmentTiming]) -> Int? {
        guard let first = next.first, let place = place(of: first.number) else { return nil }
        let kept = timings.count - place
        guard kept <= next.count, timings[place] == first,
            timings[timings.count - 1] == next[kept - 1]
        else { return nil }
        return place
    }

    private mutating func appendPlace() {
        holders.appendRow()
        receivers.appendRow()
        records.append(nil)
    }

    private mutating func resetOpen() {
        open.removeAll(keepingCapacity: true)
        for _ in 0..<(timings.count + 63) / 64 { open.append(.max) }
    }

    mutating func enter(_ record: RecordSlot?, at place: Int) { records[place] = record }

    // MARK: Finding places

    func place(of number: UInt64) -> Int? {
        guard let first = timings.first, number >= first.number else { return nil }
        // Numbers follow one another but for gaps.
        let guess = number - first.number
        if guess < UInt64(timings.count), timings[Int(guess)].number == number {
            return Int(guess)
        }
        let place = lowerBound { $0.number < number }
        guard place < timings.count, timings[place].number == number else { return nil }
        return place
    }

    // Mutating, though they change nothing: else every call would copy the track.

    /// The first place that ends after `time`.
    mutating func firstPlace(endingAfter time: Duration) -> Int {
        lowerBound { $0.start + $0.duration <= time }
    }

    /// The first place that starts at `time` or later.
    mutating func firstPlace(startingFrom time: Duration) -> Int { lowerBound { $0.start < time } }

    private func lowerBound(_ isBefore: (SegmentTiming) -> Bool) -> Int {
        var low = 0
        var high = timings.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(timings[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Who has what

    func isHeld(at place: Int) -> Bool {
        !holders.isEmpty(row: place) || !receivers.isEmpty(row: place)
    }

    func isSource(_ peer: PeerSlot, at place: Int) -> Bool {
        holders.contains(peer, in: place) || receivers.contains(peer, in: place)
    }

    @inline(__always)
    mutating func readAhead() -> Int {
        timings.count &+ records.count &+ open.count &+ holders.rows &+ receivers.rows
    }

    @inline(__always)
    mutating func readAhead(at place: Int) -> Int {
        Int(truncatingIfNeeded: holders.word(0, of: place) ^ receivers.word(0, of: place))
            &+ (records[place]?.index ?? 0)
    }

    // MARK: What is fetched elsewhere

    /// Somebody fetches a segment of the window, or the next to come; returns whether that is news.
    mutating func heardOfFetch(of number: UInt64, at now: Moment) -> Bool {
        guard let first = timings.first?.number, let last = timings.last?.number,
            number >= first, number - first <= last - first + UInt64(Self.mostFetchesHeard) / 2,
            !fetchesHeard.contains(where: { $0.number == number })
        else { return false }
        if fetchesHeard.count == Self.mostFetchesHeard { fetchesHeard.removeFirst() }
        fetchesHeard.append((number, now))
        return true
    }

    mutating func fetchHeardAt(of number: UInt64) -> Moment? {
        fetchesHeard.first { $0.number == number }?.at
    }

    // MARK: What is open

    mutating func setOpen(_ isOpen: Bool, at place: Int) {
        let bit = UInt64(1) << UInt64(place & 63)
        open[place >> 6] = isOpen ? open[place >> 6] | bit : open[place >> 6] & ~bit
    }

    /// The first open place in a range.
    func firstOpen(in range: Range<Int>) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            let rest = open[place >> 6] >> UInt64(place & 63)
            if rest != 0 {
                let found = place + rest.trailingZeroBitCount
                return found < range.upperBound ? found : nil
            }
            place = (place >> 6 + 1) << 6
        }
        return nil
    }
}
