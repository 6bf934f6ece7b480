package import Primitives

/// Judges by the length of the send queue whether the other side reads.
package struct SendPressure: Sendable {
    private enum State {
        /// TCP has taken everything.
        case empty
        /// TCP had taken `taken` bytes of all that was written when `since` was noted.
        case waiting(since: Moment, taken: Int)
    }

    /// Below it an owner is told to send again.
    package static let lowWater = 64 * 1024

    private let longestStall: Duration
    private let longestQueue: Int
    private var state = State.empty
    private var written = 0
    private var wasAboveLowWater = false

    package init(_ limits: ChannelLimits) {
        longestStall = limits.longestStall
        longestQueue = 2 * limits.sendBuffer
    }

    package var deadline: Moment? {
        switch state {
        case .empty: nil
        case .waiting(let since, _): since + longestStall
        }
    }

    /// False once the queue is longer than anybody who heeds `writable` makes it.
    package mutating func wrote(_ count: Int, queued: Int, at now: Moment) -> Bool {
        written += count
        if queued > Self.lowWater { wasAboveLowWater = true }
        switch state {
        case .empty where queued > 0:
            state = .waiting(since: now, taken: written - queued)
        case .empty, .waiting:
            break
        }
        return queued <= longestQueue
    }

    /// True if the owner waits for it.
    package mutating func drained() -> Bool {
        state = .empty
        defer { wasAboveLowWater = false }
        return wasAboveLowWater
    }

    /// False if TCP has taken nothing for too long.
    package mutating func timedOut(queued: Int, at now: Moment) -> Bool {
        switch state {
        case .waiting(let since, let taken) where since + longestStall <= now:
            guard written - queued > taken else { return false }
            state = .waiting(since: now, taken: written - queued)
            return true
        case .empty, .waiting:
            return true
        }
    }
}
