package import Primitives

/// Who is not talked to any more: peers that broke the protocol, and how often.
///
/// What costs a peer its channel only may be an accident, but not again and again: each time it
/// comes back it wastes some more.
package struct PeerRecord: Sendable {
    /// Channels that a peer may lose for breaking the protocol; with the last of them it is banned.
    private static let patience = 3
    /// Peers whose lost channels are remembered; those who come with ever new names are new peers
    /// in any case.
    private static let capacity = 1_024

    private var banned: Set<PeerID> = []
    private var violations: [PeerID: Int] = [:]

    package init() {}

    /// Peers whose lost channels are remembered now.
    package var remembered: Int { violations.count }

    /// Those that are never talked to again.
    package var bannedPeers: Set<PeerID> { banned }

    package func isBanned(_ peer: PeerID) -> Bool { banned.contains(peer) }

    /// The peer is never to be talked to again.
    package mutating func ban(_ peer: PeerID) {
        banned.insert(peer)
        violations[peer] = nil
    }

    /// The peer's channel was closed for that; returns whether it is banned from now on.
    @discardableResult
    package mutating func violated(_ violation: PeerViolation, by peer: PeerID) -> Bool {
        switch violation.penalty {
        case .ban: ban(peer)
        case .close:
            if violations.count >= Self.capacity { violations.removeAll() }
            let times = (violations[peer] ?? 0) + 1
            violations[peer] = times
            if times >= Self.patience { ban(peer) }
        }
        return isBanned(peer)
    }
}
