import Primitives

/// Counts a swarm's secrets by the wall clock, so that a tracker that restarts goes on where it stopped.
///
/// The secrets themselves are derived by the shell: no pure code ever holds one.
struct SecretEpochs: Sendable {
    private let lifetime: UInt64

    init(lifetime: Duration) {
        self.lifetime = UInt64(max(1, lifetime.components.seconds))
    }

    func current(at now: TrackerTime) -> Epoch {
        Epoch(UInt32(truncatingIfNeeded: now.unixSeconds / lifetime))
    }

    /// The epochs whose secrets a client holds: the one in use, and the next, delivered ahead.
    func held(at now: TrackerTime) -> [Epoch] {
        let current = current(at: now)
        return [current, Epoch(current.number &+ 1)]
    }
}
