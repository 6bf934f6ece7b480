import EventLoop
import Primitives

/// The segments of one session that are on disk, and what is being read of them.
///
/// For the schedule and for peers they are here, whether or not they are in memory.
struct Shelf {
    /// Who wants a segment that is being read.
    typealias Waiter = @Sendable (isolated SwarmSession) -> Void

    private struct Reading {
        let timer: LoopTimer
        var waiting: [Waiter]
    }

    /// A player that has to wait longer is better off with the CDN.
    static let patience = Duration.milliseconds(400)
    /// So many messages of peers wait for one segment at most.
    private static let mostWaiting = 256

    private(set) var segments: Set<SegmentID> = []
    private var readings: [SegmentID: Reading] = [:]
    /// What was read last, newest last, and how long it is.
    private var latest: [(segment: SegmentID, bytes: Int)] = []

    func contains(_ segment: SegmentID) -> Bool { segments.contains(segment) }

    mutating func insert(_ segment: SegmentID) { segments.insert(segment) }

    /// False if it was not there.
    mutating func remove(_ segment: SegmentID) -> Bool { segments.remove(segment) != nil }

    // MARK: - Reading

    func isReading(_ segment: SegmentID) -> Bool { readings[segment] != nil }

    mutating func began(_ segment: SegmentID, timer: LoopTimer) {
        readings[segment] = Reading(timer: timer, waiting: [])
    }

    /// Has somebody called once the segment is in memory, or is known not to be coming.
    ///
    /// Who does not fit is called at once, by the caller: false then.
    mutating func waits(_ waiter: @escaping Waiter, for segment: SegmentID) -> Bool {
        guard let count = readings[segment]?.waiting.count, count < Self.mostWaiting else {
            return false
        }
        readings[segment]?.waiting.append(waiter)
        return true
    }

    /// Those who waited; nil if nobody does any more.
    mutating func ended(_ segment: SegmentID) -> [Waiter]? {
        guard let reading = readings.removeValue(forKey: segment) else { return nil }
        reading.timer.close()
        return reading.waiting
    }

    mutating func close() {
        for reading in readings.values { reading.timer.close() }
        readings = [:]
    }

    // MARK: - Memory

    /// A segment was read: it stays in memory for a while, if it is in the newest so many bytes.
    mutating func wasRead(_ segment: SegmentID, bytes: Int, keeping most: Int) {
        latest.removeAll { $0.segment == segment }
        latest.append((segment, bytes))
        var sum = latest.reduce(0) { $0 + $1.bytes }
        while sum > most, latest.count > 1 { sum -= latest.removeFirst().bytes }
    }

    /// Whether somebody who had it read may not have used it yet.
    func isLatest(_ segment: SegmentID) -> Bool { latest.contains { $0.segment == segment } }
}
