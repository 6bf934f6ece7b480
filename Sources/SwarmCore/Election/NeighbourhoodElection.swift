package import Primitives

/// Ranks a member among those it is connected to: "the lowest hash among us fetches".
///
/// It needs no tracker, and every neighbourhood has its own fetcher: what `Election` is measured against.
package struct NeighbourhoodElection: Sendable {
    private struct Neighbour: Sendable {
        let peer: PeerID
        let isEdge: Bool
    }

    private let own: Neighbour
    private var neighbours: [Neighbour] = []

    package init(own: PeerID, isEdge: Bool) {
        self.own = Neighbour(peer: own, isEdge: isEdge)
    }

    package var population: Int { neighbours.count + 1 }

    package var hasEdge: Bool { own.isEdge || neighbours.contains { $0.isEdge } }

    package mutating func peerJoined(_ peer: PeerID, isEdge: Bool) {
        guard !neighbours.contains(where: { $0.peer == peer }) else { return }
        neighbours.append(Neighbour(peer: peer, isEdge: isEdge))
    }

    package mutating func peerLeft(_ peer: PeerID) {
        neighbours.removeAll { $0.peer == peer }
    }

    /// How many of the neighbours come before the member; nil when it does not stand by.
    package func rank(for segment: SegmentID, owners: Int) -> Int? {
        let ranks = Election.ranks(owners: owners)
        var hash = SegmentHash(segment)
        let salt = hash.next()
        let own = weight(of: self.own, salt)
        var rank = 0
        for neighbour in neighbours where weight(of: neighbour, salt) < own {
            rank += 1
            guard rank < ranks else { return nil }
        }
        return rank
    }

    package func isOwner(of segment: SegmentID, owners: Int) -> Bool {
        rank(for: segment, owners: owners).map { $0 < owners } ?? false
    }

    /// Edge nodes first, then by hash; of equal ones by name, so that no two are.
    private func weight(of member: Neighbour, _ salt: UInt64) -> (Int, UInt64, PeerID) {
        let draw = SeededRandom.value(salt ^ member.peer.value.prefix64)
        return (member.isEdge ? 0 : 1, draw, member.peer)
    }
}
