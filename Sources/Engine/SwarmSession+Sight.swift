import EventLoop
package import Primitives
package import SwarmCore

/// One session and its swarm as its operator may see them.
package struct SwarmSight: Sendable {
    package let swarm: SwarmID
    /// The player here, as far as it is known.
    package let player: PlayerState?
    package let peers: [PeerSight]
    package let banned: Set<PeerID>
    package let tracker: TrackerStanding
}

extension SwarmSession {
    /// How the swarm looks from here.
    package var sight: SwarmSight {
        let (player, peers) = scheduler.assumeIsolated { ($0.player, $0.peerSights) }
        return SwarmSight(
            swarm: configuration.keys.swarm, player: player, peers: peers,
            banned: pool.assumeIsolated { $0.bannedPeers },
            tracker: tracker.assumeIsolated { $0.standing })
    }
}
