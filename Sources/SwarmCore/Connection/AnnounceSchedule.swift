package import Primitives

/// Says when to announce to the tracker: at intervals, and soon after something changed.
package struct AnnounceSchedule: Sendable {
    private enum State {
        /// No channel to the tracker.
        case disconnected
        case waiting(due: Moment)
    }

    /// The tracker answers announces that come faster with what it had answered before.
    private let smallestGap: Duration
    private var interval: Duration
    private var state = State.disconnected
    private var announcedAt: Moment?

    package init(
        interval: Duration = .seconds(30), smallestGap: Duration = .seconds(1)
    ) {
        self.interval = interval
        self.smallestGap = smallestGap
    }

    /// When an announce is due, or nil without a tracker.
    package var deadline: Moment? {
        switch state {
        case .disconnected: nil
        case .waiting(let due): due
        }
    }

    /// The tracker welcomed us: the first announce is due now.
    package mutating func connected(interval: Duration, at now: Moment) {
        self.interval = max(interval, smallestGap)
        state = .waiting(due: now)
    }

    package mutating func disconnected() { state = .disconnected }

    package mutating func intervalChanged(_ interval: Duration) {
        self.interval = max(interval, smallestGap)
    }

    /// The announce was sent.
    package mutating func announced(at now: Moment) {
        announcedAt = now
        switch state {
        case .disconnected: break
        case .waiting: state = .waiting(due: now + interval)
        }
    }

    /// What is announced changed so much that the tracker should know.
    package mutating func changed(at now: Moment) {
        switch state {
        case .disconnected: break
        case .waiting(let due):
            let soonest = announcedAt.map { max(now, $0 + smallestGap) } ?? now
            state = .waiting(due: min(due, soonest))
        }
    }

    /// The tracker asked for silence.
    package mutating func retryAfter(_ duration: Duration, at now: Moment) {
        switch state {
        case .disconnected: break
        case .waiting: state = .waiting(due: now + duration)
        }
    }
}
