import Engine
import EventLoop
import Primitives

/// What players were given of answers that were ready, until the engine hears of it.
struct GivenSegments {
    struct Count {
        var times = 0
        var bytes = 0
    }

    /// Players are told from one another by no less, and there may be thousands of requests in it.
    static let interval = Duration.milliseconds(200)

    private(set) var counts: [SegmentID: Count] = [:]
    var timer: LoopTimer?
    /// The engine hears of nothing any more.
    var isOver = false

    /// Returns whether this is the first since they were taken.
    mutating func add(_ segment: SegmentID, _ bytes: Int) -> Bool {
        counts[segment, default: Count()].times += 1
        counts[segment]?.bytes += bytes
        return counts.count == 1 && counts[segment]?.times == 1
    }

    mutating func take() -> [SegmentID: Count] {
        defer { counts = [:] }
        return counts
    }
}

extension PlayerProxy {
    /// A player was given a segment that it was not opened for.
    func gave(_ segment: SegmentID, _ bytes: Int) {
        guard !given.isOver, given.add(segment, bytes) else { return }
        let timer =
            given.timer
            ?? LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.tellGiven() } }
        given.timer = timer
        timer.arm(at: loop.now + GivenSegments.interval)
    }

    func endGiven() {
        given.timer?.close()
        given.timer = nil
        given.isOver = true
        tellGiven()
    }

    private func tellGiven() {
        for (segment, count) in given.take() {
            session.assumeIsolated { $0.served(segment, times: count.times, bytes: count.bytes) }
        }
    }
}
