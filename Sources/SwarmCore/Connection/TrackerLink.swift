package import Primitives

/// Keeps one channel to the tracker, and says when each swarm on it is announced.
///
/// The client speaks first: the tracker's side of the channel is silent until it has heard a record.
package struct TrackerLink: Sendable {
    package enum Action: Hashable, Sendable {
        case dial
        case announce(SwarmID)
        case leave(SwarmID)
    }

    private enum State {
        /// No swarm to announce: no reason to connect.
        case idle
        case dialling
        case open
        /// Waits before the next attempt.
        case resting(until: Moment)
        /// Refused for good, or closed by the engine.
        case over
    }

    private static let firstInterval = Duration.seconds(30)

    private var state = State.idle
    private var backoff: Backoff
    private var schedules: [SwarmID: AnnounceSchedule] = [:]
    private var interval = firstInterval

    package init(backoff: Backoff.Configuration = Backoff.Configuration(), seed: UInt64) {
        self.backoff = Backoff(configuration: backoff, seed: seed)
    }

    /// When `timedOut(at:into:)` is next due.
    package var deadline: Moment? {
        switch state {
        case .idle, .dialling, .over: nil
        case .open: schedules.values.compactMap(\.deadline).min()
        case .resting(let until): until
        }
    }

    /// Whether a channel is wanted and not there yet.
    package var isDialling: Bool {
        switch state {
        case .dialling: true
        case .idle, .open, .resting, .over: false
        }
    }

    package mutating func joined(_ swarm: SwarmID, at now: Moment, into actions: inout [Action]) {
        schedules[swarm] = AnnounceSchedule(interval: interval)
        switch state {
        case .idle:
            state = .dialling
            actions.append(.dial)
        case .open:
            schedules[swarm]?.connected(interval: interval, at: now)
            announceDue(at: now, into: &actions)
        case .dialling, .resting, .over:
            break
        }
    }

    package mutating func left(_ swarm: SwarmID, into actions: inout [Action]) {
        guard schedules.removeValue(forKey: swarm) != nil else { return }
        switch state {
        case .open: actions.append(.leave(swarm))
        case .idle, .dialling, .resting, .over: break
        }
    }

    /// What is announced of the swarm changed so much that the tracker should know soon.
    package mutating func changed(_ swarm: SwarmID, at now: Moment, into actions: inout [Action]) {
        schedules[swarm]?.changed(at: now)
        announceDue(at: now, into: &actions)
    }

    /// The tracker lets the client into the swarm, whatever it answered before: it is announced now.
    package mutating func admitted(_ swarm: SwarmID, at now: Moment, into actions: inout [Action]) {
        guard case .open = state else { return }
        schedules[swarm]?.connected(interval: interval, at: now)
        announceDue(at: now, into: &actions)
    }

    package mutating func opened(at now: Moment, into actions: inout [Action]) {
        switch state {
        case .dialling:
            state = .open
            backoff.connected(at: now)
            for swarm in schedules.keys {
                schedules[swarm]?.connected(interval: interval, at: now)
            }
            announceDue(at: now, into: &actions)
        case .over:
            // The engine closed the channel while it was being opened.
            break
        case .idle, .open, .resting:
            preconditionFailure("nobody dialled: \(state)")
        }
    }

    /// The tracker's policy names another interval.
    package mutating func intervalChanged(_ interval: Duration) {
        self.interval = interval
        for swarm in schedules.keys { schedules[swarm]?.intervalChanged(interval) }
    }

    /// The tracker asked for silence.
    package mutating func retryAfter(_ pause: Duration, at now: Moment) {
        for swarm in schedules.keys { schedules[swarm]?.retryAfter(pause, at: now) }
    }

    /// The channel ended, or could not be opened.
    package mutating func ended(at now: Moment) {
        switch state {
        case .dialling, .open:
            state = .resting(until: backoff.ended(at: now))
            for swarm in schedules.keys { schedules[swarm]?.disconnected() }
        case .idle, .resting, .over:
            // A channel's end is reported after the refusal that caused it.
            break
        }
    }

    /// The tracker is about to end the channel, since it will not have this client as it is now.
    ///
    /// It may have waited for a grant for so long that the channel would count as one that lasted.
    package mutating func turnedAway() { backoff.turnedAway() }

    /// The tracker will not have this client: trying again would change nothing.
    package mutating func refused() { state = .over }

    package mutating func closed() { state = .over }

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        switch state {
        case .resting(let until) where until <= now && schedules.isEmpty:
            // Every swarm was left meanwhile.
            state = .idle
        case .resting(let until) where until <= now:
            state = .dialling
            actions.append(.dial)
        case .open:
            announceDue(at: now, into: &actions)
        case .idle, .dialling, .resting, .over:
            // The timer was armed before the state changed.
            break
        }
    }

    private mutating func announceDue(at now: Moment, into actions: inout [Action]) {
        for (swarm, schedule) in schedules.sorted(by: { $0.key.value < $1.key.value }) {
            guard let due = schedule.deadline, due <= now else { continue }
            schedules[swarm]?.announced(at: now)
            actions.append(.announce(swarm))
        }
    }
}
