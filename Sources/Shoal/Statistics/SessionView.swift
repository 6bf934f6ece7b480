import Engine
import EventLoop
import PlaybackProxy

/// What is to be seen of one session from outside; to be used on its loop.
struct SessionView: Sendable {
    let session: SwarmSession
    let player: PlayerProxy
    let feedback: PlayerFeedback

    /// Whether peers can be of use.
    enum Availability: Hashable, Sendable {
        /// The tracker has not answered yet.
        case unknown
        case ready
        case unavailable(P2PUnavailableReason)
    }

    var statistics: P2PStats { Self.statistics(of: session, feedback) }

    var unavailableReason: P2PUnavailableReason? {
        if let obstacle = session.assumeIsolated({ $0.obstacle }) {
            return P2PUnavailableReason(obstacle)
        }
        if let reason = player.assumeIsolated({ $0.passedThroughReason }) {
            return P2PUnavailableReason(reason)
        }
        return session.assumeIsolated { $0.lack }.map { P2PUnavailableReason($0) }
    }

    var availability: Availability {
        if let reason = unavailableReason { return .unavailable(reason) }
        return session.assumeIsolated { $0.isReady } ? .ready : .unknown
    }

    /// Also of a session that is closed.
    static func statistics(of session: SwarmSession, _ feedback: PlayerFeedback) -> P2PStats {
        P2PStats(
            session.ledger.assumeIsolated { $0.ledger },
            peers: session.assumeIsolated { $0.peerCount },
            refused: session.assumeIsolated { $0.peerRefusals.byReason },
            stalls: feedback.assumeIsolated { $0.stalls })
    }
}
