package import Engine
package import SwarmCore

/// More of a session than its statistics say, for those who run a node.
package struct SessionInspection: Sendable {
    package let sight: SwarmSight
    /// How long players waited for segments.
    package let waits: SegmentWaits
}

extension PlaybackSession {
    /// How the session and its swarm look now, or did when it was closed.
    package func inspect() async -> SessionInspection { await place.inspect(session) }
}

extension ClientLoop {
    func inspect(_ session: SwarmSession) -> SessionInspection {
        SessionInspection(
            sight: session.assumeIsolated { $0.sight },
            waits: session.ledger.assumeIsolated { $0.ledger.waits })
    }
}

extension P2PClient {
    /// Answers to players that are under way: a node that ends waits for them.
    package func answersInFlight() async -> Int {
        await Runtime.shared.answersInFlight(of: self)
    }
}
