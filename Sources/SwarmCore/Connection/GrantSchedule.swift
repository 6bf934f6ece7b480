package import Primitives

/// Says when to ask the application for a grant of a swarm, and when to show it to the tracker.
///
/// A grant opens one channel: another is asked for on the next, and before what this one opened is over.
package struct GrantSchedule: Sendable {
    package enum Action: Hashable, Sendable {
        case ask(SwarmID)
        /// Send the grant that was provided last.
        case show(SwarmID)
    }

    private enum State {
        /// There is no channel. Leaves for `asking` when it opens.
        case idle
        /// The application is making one; it may take its time.
        case asking
        /// The tracker has not answered yet.
        case shown(life: Duration)
        case granted(renewAt: Moment)
        /// There was none, or it was refused.
        case resting(until: Moment)
    }

    private struct Entry {
        var state = State.idle
        var backoff: Backoff
    }

    /// The part of its life after which a grant is renewed.
    private static let renewal = 0.8

    private let seed: UInt64
    private var entries: [SwarmID: Entry] = [:]
    private var isOpen = false

    package init(seed: UInt64) {
        self.seed = seed
    }

    /// When `timedOut(at:into:)` is next due.
    package var deadline: Moment? {
        entries.values.compactMap { entry in
            switch entry.state {
            case .idle, .asking, .shown: nil
            case .granted(let moment), .resting(let moment): moment
            }
        }.min()
    }

    package mutating func joined(_ swarm: SwarmID, into actions: inout [Action]) {
        entries[swarm] = Entry(
            backoff: Backoff(configuration: Backoff.Configuration(), seed: seed))
        if isOpen { ask(swarm, into: &actions) }
    }

    package mutating func left(_ swarm: SwarmID) { entries[swarm] = nil }

    /// The channel to the tracker is open.
    package mutating func opened(into actions: inout [Action]) {
        isOpen = true
        for swarm in entries.keys.sorted(by: { $0.value < $1.value }) {
            ask(swarm, into: &actions)
        }
    }

    package mutating func ended() {
        isOpen = false
        for swarm in entries.keys { entries[swarm]?.state = .idle }
    }

    /// The application made a grant that lasts so long.
    package mutating func provided(
        _ swarm: SwarmID, life: Duration, into actions: inout [Action]
    ) {
        // It may come after the end of the channel that it was asked for.
        guard case .asking = entries[swarm]?.state else { return }
        entries[swarm]?.state = .shown(life: life)
        actions.append(.show(swarm))
    }

    /// The application made none.
    package mutating func unavailable(_ swarm: SwarmID, at now: Moment) {
        guard case .asking = entries[swarm]?.state else { return }
        rest(swarm, at: now)
    }

    package mutating func granted(_ swarm: SwarmID, at now: Moment) {
        guard case .shown(let life) = entries[swarm]?.state else { return }
        entries[swarm]?.backoff.connected(at: now)
        entries[swarm]?.state = .granted(renewAt: now + life * Self.renewal)
    }

    package mutating func refused(_ swarm: SwarmID, at now: Moment) {
        guard case .shown = entries[swarm]?.state else { return }
        rest(swarm, at: now)
    }

    /// What the grant opened is over, sooner than it says itself.
    package mutating func expired(_ swarm: SwarmID, at now: Moment) {
        guard case .granted = entries[swarm]?.state else { return }
        rest(swarm, at: now)
    }

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        for (swarm, entry) in entries.sorted(by: { $0.key.value < $1.key.value }) {
            switch entry.state {
            case .granted(let moment), .resting(let moment):
                if moment <= now { ask(swarm, into: &actions) }
            case .idle, .asking, .shown:
                break
            }
        }
    }

    private mutating func ask(_ swarm: SwarmID, into actions: inout [Action]) {
        entries[swarm]?.state = .asking
        actions.append(.ask(swarm))
    }

    private mutating func rest(_ swarm: SwarmID, at now: Moment) {
        guard let until = entries[swarm]?.backoff.ended(at: now) else { return }
        entries[swarm]?.state = .resting(until: until)
    }
}
