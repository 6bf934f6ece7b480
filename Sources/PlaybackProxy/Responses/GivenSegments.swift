import Engine
import EventLoop
import Primitives

/// What players were given of answers that were ready, until the engine hears of it.
///
/// Counts without its player's actor: to enter that for each answer would cost more than the answer.
final class GivenSegments: Sendable {
    /// What an answer has come to.
    enum Given {
        case begun
        case bytes(Int)
    }

    struct Count {
        var times = 0
        var bytes = 0
    }

    private struct State {
        var counts: [SegmentID: Count] = [:]
        /// The engine hears of nothing any more.
        var isOver = false
    }

    /// Players are told from one another by no less, and there may be thousands of requests in it.
    static let interval = Duration.milliseconds(200)

    private let state = Locked(State())

    /// Returns whether this is the first since they were taken.
    func add(_ given: Given, of segment: SegmentID) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            let isFirst = state.counts.isEmpty
            state.counts[segment, default: Count()].add(given)
            return isFirst
        }
    }

    func take() -> [SegmentID: Count] {
        state.withLock { state in
            defer { state.counts = [:] }
            return state.counts
        }
    }

    func end() { state.withLock { $0.isOver = true } }
}

extension GivenSegments.Count {
    fileprivate mutating func add(_ given: GivenSegments.Given) {
        switch given {
        case .begun: times += 1
        case .bytes(let count): bytes += count
        }
    }
}

extension PlayerProxy {
    /// Hears of each segment that a player is given for whom it was not opened.
    var onGiven: @Sendable (SegmentID, GivenSegments.Given) -> Void {
        { [weak self, given] segment, what in
            guard given.add(what, of: segment) else { return }
            self?.assumeIsolated { $0.tellGivenSoon() }
        }
    }

    func endGiven() {
        givenTimer?.close()
        givenTimer = nil
        given.end()
        tellGiven()
    }

    private func tellGivenSoon() {
        let timer =
            givenTimer
            ?? LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.tellGiven() } }
        givenTimer = timer
        timer.arm(at: loop.now + GivenSegments.interval)
    }

    private func tellGiven() {
        lastGiven = loop.now
        for (segment, count) in given.take() {
            session.assumeIsolated { $0.served(segment, times: count.times, bytes: count.bytes) }
        }
    }
}
