import PeerWire
import Primitives

/// The chunks asked of one peer and not yet answered, and how many it should be asked for.
struct RequestWindow: Sendable {
    struct Entry: Sendable {
        let segment: SegmentID
        let chunk: Int
        let askedAt: Moment
        /// When the peer counts as late with this chunk; moves on each time it was found late.
        var lateAt: Moment
        let wasAlone: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var estimate = DeliveryEstimate()
    private let largest: Int

    private static let smallest = 2
    /// Seconds of work that a peer should have queued beyond the round trip.
    private static let queueTime = 0.75

    init(largest: Int) {
        self.largest = max(largest, Self.smallest)
    }

    /// Chunks that keep the peer busy for a round trip and the queue time.
    var limit: Int {
        let wanted = (estimate.roundTripSeconds + Self.queueTime) / estimate.secondsPerChunk
        return min(largest, max(Self.smallest, Int(min(wanted, Double(largest)))))
    }

    var free: Int { max(0, limit - entries.count) }

    /// Whether so much has been answered that it is worth asking for another run.
    var wantsMore: Bool { 4 * entries.count <= 3 * limit }

    /// Chunks of other segments that the peer is to send first.
    func queue(before segment: SegmentID) -> Int {
        entries.reduce(0) { $0 + ($1.segment == segment ? 0 : 1) }
    }

    mutating func ask(_ segment: SegmentID, _ run: ChunkRun, at now: Moment) {
        for chunk in run.chunks {
            entries.append(
                Entry(
                    segment: segment, chunk: chunk, askedAt: now,
                    lateAt: estimate.lateness(behind: entries.count, at: now),
                    wasAlone: entries.isEmpty))
        }
    }

    /// A chunk arrived; it counts for the estimate only if it was still waited for.
    mutating func delivered(_ segment: SegmentID, chunk: Int, at now: Moment) {
        guard let entry = remove(segment, chunk: chunk) else { return }
        estimate.delivered(askedAt: entry.askedAt, wasAlone: entry.wasAlone, at: now)
    }

    @discardableResult
    mutating func remove(_ segment: SegmentID, chunk: Int) -> Entry? {
        let place = entries.firstIndex { $0.segment == segment && $0.chunk == chunk }
        return place.map { entries.remove(at: $0) }
    }

    /// Takes out all chunks of one segment, in ascending order.
    mutating func removeAll(of segment: SegmentID) -> [Int] {
        let chunks = entries.lazy.filter { $0.segment == segment }.map(\.chunk)
        defer { entries.removeAll { $0.segment == segment } }
        return chunks.sorted()
    }

    /// The chunks of a segment that are late now; each is found late again only a while later.
    mutating func takeLate(of segment: SegmentID, at now: Moment) -> [Int] {
        var late: [Int] = []
        for index in entries.indices
        where entries[index].segment == segment && entries[index].lateAt <= now {
            estimate.wasLate(askedAt: entries[index].askedAt, at: now)
            entries[index].lateAt = estimate.lateness(behind: entries.count, at: now)
            late.append(entries[index].chunk)
        }
        return late
    }

    func earliestLateness(of segment: SegmentID) -> Moment {
        entries.lazy.filter { $0.segment == segment }.map(\.lateAt).min() ?? .distantFuture
    }
}
