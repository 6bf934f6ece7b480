package import Primitives

/// Among whom it is decided who fetches a segment from the origin.
package enum ElectionScope: Sendable {
    /// The whole swarm, as the tracker counts it; nil until it has.
    case swarm(Election?)
    /// The member and those it is connected to.
    case neighbourhood(NeighbourhoodElection)

    /// The member and the others that it is elected among; nil while nobody has counted them.
    package var population: Int? {
        switch self {
        case .swarm(let election): election?.population
        case .neighbourhood(let election): election.population
        }
    }

    /// Whether the swarm is known to have no edge nodes.
    package var isOfViewers: Bool {
        switch self {
        case .swarm(let election): election?.edges == 0
        case .neighbourhood: false
        }
    }

    /// Members that must fetch each segment, where the agreement of `k` would be needed to believe a
    /// viewer: the word of an edge node suffices.
    package func owners(agreeing k: Int) -> Int {
        switch self {
        case .swarm(let election): (election?.edges ?? 0) > 0 ? 1 : max(1, k)
        case .neighbourhood(let election): election.hasEdge ? 1 : max(1, k)
        }
    }

    /// The tracker counted anew.
    package mutating func slotAssigned(slot: Int, viewers: Int, edges: Int, isEdge: Bool) {
        switch self {
        case .swarm:
            self = .swarm(
                Election(
                    // An edge node that the tracker does not trust as one is numbered as a viewer.
                    slot: slot, viewers: viewers, edges: edges, isEdge: isEdge && edges > 0))
        case .neighbourhood:
            break
        }
    }

    package mutating func peerJoined(_ peer: PeerID, isEdge: Bool) {
        switch self {
        case .swarm: break
        case .neighbourhood(var election):
            election.peerJoined(peer, isEdge: isEdge)
            self = .neighbourhood(election)
        }
    }

    package mutating func peerLeft(_ peer: PeerID) {
        switch self {
        case .swarm: break
        case .neighbourhood(var election):
            election.peerLeft(peer)
            self = .neighbourhood(election)
        }
    }

    /// The member's rank for a segment: below `owners` it fetches; nil when it does not stand by.
    package func rank(for segment: SegmentID, owners: Int) -> Int? {
        switch self {
        case .swarm(let election): election?.rank(for: segment, owners: owners)
        case .neighbourhood(let election): election.rank(for: segment, owners: owners)
        }
    }

    package func isOwner(of segment: SegmentID, owners: Int) -> Bool {
        switch self {
        case .swarm(let election): election?.isOwner(of: segment, owners: owners) ?? false
        case .neighbourhood(let election): election.isOwner(of: segment, owners: owners)
        }
    }
}
