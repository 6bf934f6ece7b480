package import Primitives

/// Refuses a message 1 that is stale, or that it has seen before.
///
/// A replayed message 1 can at most open half a channel, which ends after the handshake's time; this
/// spares even that. So when more arrive than are remembered, the oldest are forgotten.
package struct ReplayGuard: Sendable {
    /// How far the initiator's clock may be from ours, in milliseconds.
    package static let tolerance: UInt64 = 120_000

    private let capacity: Int
    /// Accepted since `turned`, and in the time before: a message stays fresh for twice the tolerance.
    private var recent: Set<Bytes32> = []
    private var older: Set<Bytes32> = []
    private var turned: UInt64 = 0

    package init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    package var remembered: Int { recent.count + older.count }

    /// Whether message 1 with this one-time key and stamp is a fresh one; times are Unix milliseconds.
    package func isFresh(_ ephemeral: Bytes32, stamp: UInt64, at now: UInt64) -> Bool {
        let skew = stamp > now ? stamp - now : now - stamp
        return skew <= Self.tolerance && !recent.contains(ephemeral) && !older.contains(ephemeral)
    }

    package mutating func remember(_ ephemeral: Bytes32, at now: UInt64) {
        let age = now > turned ? now - turned : 0
        if age > 2 * Self.tolerance || recent.count >= capacity / 2 {
            older = age > 4 * Self.tolerance ? [] : recent
            recent = []
            turned = now
        }
        recent.insert(ephemeral)
    }
}
