package import Primitives

/// Who is here, for the operator: as much as fits a page, and no address whole.
package struct TrackerOverview: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package let peer: PeerID
        package let network: NetworkPrefix
        /// Whether the tracker believes that it is an edge node.
        package let isEdge: Bool
        package let uploads: Bool
        package let playheadSeconds: UInt32
    }

    package struct Swarm: Hashable, Sendable {
        package let id: SwarmID
        package let population: Int
        package let edges: Int
        /// Edge nodes first, and no more than were asked for.
        package let members: [Member]
    }

    /// The largest first, and no more than were asked for.
    package let swarms: [Swarm]
    /// How many members each swarm has, all of them.
    package let sizes: [Int]
}

extension TrackerState {
    /// What the tracker looks like now; costs as much as there are swarms.
    package func overview(mostSwarms: Int, mostMembers: Int) -> TrackerOverview {
        let largest = swarms.sorted {
            ($0.value.population, $1.key.value) > ($1.value.population, $0.key.value)
        }
        return TrackerOverview(
            swarms: largest.prefix(mostSwarms).map { id, swarm in
                TrackerOverview.Swarm(
                    id: id, population: swarm.population, edges: swarm.counts.edges,
                    members: swarm.peers.prefix(mostMembers).compactMap { member($0, of: swarm) })
            },
            sizes: swarms.values.map(\.population))
    }

    /// The clients that are here and whose key begins so, written in hexadecimal digits.
    package func clients(withPrefix prefix: String) -> [PeerID] {
        Set(sessions.ids.compactMap { sessions[$0]?.peer })
            .filter { $0.value.hex.hasPrefix(prefix) }.sorted()
    }

    private func member(_ peer: PeerID, of swarm: Swarm) -> TrackerOverview.Member? {
        swarm[peer].map { member in
            TrackerOverview.Member(
                peer: peer, network: NetworkPrefix(of: member.presence.address.ip),
                isEdge: swarm.isEdge(peer), uploads: member.presence.uploads,
                playheadSeconds: member.presence.playheadSeconds)
        }
    }
}
