import PeerWire
import Primitives

/// The chunks asked of one peer and not yet answered, and how many it should be asked for.
struct RequestWindow: Sendable {
    struct Entry: Sendable {
        let record: RecordSlot
        let chunk: Int
        let askedAt: Moment
        /// When the peer counts as late with this chunk; moves on each time it was found late.
        var lateAt: Moment
        let wasAlone: Bool
    }

    /// Chunks asked for: those of the entries, where reading needs no other memory.
    private(set) var count = 0
    private let largest: Int
    private(set) var estimate = DeliveryEstimate()
    private(set) var entries: [Entry] = []

    private static let smallest = 2
    /// Chunks beyond the limit that may be asked for because they are due at once.
    private static let reserve = 4
    /// Seconds of work that a peer should have queued beyond the round trip.
    private static let queueTime = 0.75

    init(largest: Int) {
        self.largest = max(largest, Self.smallest)
        entries.reserveCapacity(self.largest)
    }

    /// Forgets the peer; its memory stays.
    mutating func reset() {
        entries.removeAll(keepingCapacity: true)
        count = 0
        estimate = DeliveryEstimate()
    }

    /// The same for a live segment: its chunks soon come from others too, who wait less long.
    private static let liveQueueTime = 0.3

    /// Chunks that keep the peer busy for a round trip and the queue time.
    var limit: Int { limit(queueTime: Self.queueTime, smallest: Self.smallest) }

    private func limit(queueTime: Double, smallest: Int) -> Int {
        let wanted = (estimate.roundTripSeconds + queueTime) / estimate.secondsPerChunk
        return min(largest, max(smallest, Int(min(wanted, Double(largest)))))
    }

    /// Chunks of a live segment that the peer may be asked for now.
    var freeForLive: Int {
        max(0, limit(queueTime: Self.liveQueueTime, smallest: 1) - count)
    }

    /// Chunks that the peer may be asked for now.
    func free(isUrgent: Bool) -> Int {
        max(0, (isUrgent ? min(largest, limit + Self.reserve) : limit) - count)
    }

    /// Whether so much has been answered that it is worth asking for another run.
    var wantsMore: Bool { 4 * count <= 3 * limit }

    /// Seconds until a chunk arrives that is asked for now.
    var secondsToNext: Double { estimate.seconds(behind: count) }

    /// Chunks of other segments that the peer is to send first.
    func queue(before record: RecordSlot) -> Int {
        entries.reduce(0) { $0 + ($1.record == record ? 0 : 1) }
    }

    /// Enters a run; returns when the first of its chunks counts as late.
    ///
    /// What is not needed for long may take longer before anybody else is asked for it.
    mutating func ask(
        _ record: RecordSlot, _ run: ChunkRun, patience: Duration, at now: Moment
    ) -> Moment {
        var earliest = Moment.distantFuture
        for chunk in run.chunks {
            let lateAt = estimate.lateness(behind: entries.count, at: now) + patience
            earliest = min(earliest, lateAt)
            entries.append(
                Entry(
                    record: record, chunk: chunk, askedAt: now, lateAt: lateAt,
                    wasAlone: entries.isEmpty))
        }
        count = entries.count
        return earliest
    }

    /// A chunk arrived; it counts for the estimate only if it was still waited for.
    mutating func delivered(_ record: RecordSlot, chunk: Int, at now: Moment) {
        guard let entry = remove(record, chunk: chunk) else { return }
        estimate.delivered(askedAt: entry.askedAt, wasAlone: entry.wasAlone, at: now)
    }

    @discardableResult
    mutating func remove(_ record: RecordSlot, chunk: Int) -> Entry? {
        let place = entries.firstIndex { $0.chunk == chunk && $0.record == record }
        guard let place else { return nil }
        count -= 1
        return entries.remove(at: place)
    }

    /// Whether any chunk of the segment is asked for.
    func asks(for record: RecordSlot) -> Bool { entries.contains { $0.record == record } }

    /// Moves the chunks of a segment that are late now to `late`; each is found late again only a
    /// while later.
    mutating func takeLate(
        of record: RecordSlot, patience: Duration, at now: Moment, into late: inout [Int]
    ) {
        for index in entries.indices
        where entries[index].record == record && entries[index].lateAt <= now {
            estimate.wasLate(askedAt: entries[index].askedAt, at: now)
            entries[index].lateAt = estimate.lateness(behind: entries.count, at: now) + patience
            late.append(entries[index].chunk)
        }
    }

    /// Mutating, though it changes nothing: else every call would copy the window.
    mutating func earliestLateness(of record: RecordSlot) -> Moment {
        var earliest = Moment.distantFuture
        for index in entries.indices where entries[index].record == record {
            earliest = min(earliest, entries[index].lateAt)
        }
        return earliest
    }
}
