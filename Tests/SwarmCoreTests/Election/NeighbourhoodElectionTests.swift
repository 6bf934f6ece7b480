import Primitives
import SwarmCore
import TestSupport
import Testing

@Suite struct NeighbourhoodElectionTests {
    private func peer(_ number: UInt64) -> PeerID {
        var random = SeededRandom(seed: testSeed &+ number)
        return PeerID(random.bytes32())
    }

    private func segment(_ number: UInt64) -> SegmentID {
        SegmentID(track: TrackID(testSeed), number: number)
    }

    /// `count` members that all know each other; the first `edges` of them are edge nodes.
    private func clique(_ count: UInt64, edges: UInt64 = 0) -> [NeighbourhoodElection] {
        (0..<count).map { own in
            var election = NeighbourhoodElection(own: peer(own), isEdge: own < edges)
            for other in 0..<count where other != own {
                election.peerJoined(peer(other), isEdge: other < edges)
            }
            return election
        }
    }

    @Test func `of those that know each other each has another rank`() {
        let members = clique(6)
        for number in 0..<200 as Range<UInt64> {
            let ranks = members.map { $0.rank(for: segment(number), owners: 1) ?? -1 }
            #expect(ranks.sorted() == Array(0..<6))
        }
    }

    @Test func `the first rank is shared evenly, and only so many stand by`() {
        let members = clique(20)
        var firsts = [Int](repeating: 0, count: 20)
        for number in 0..<1_000 as Range<UInt64> {
            let ranks = members.map { $0.rank(for: segment(number), owners: 1) }
            firsts[ranks.firstIndex(of: 0) ?? 0] += 1
            #expect(ranks.count { $0 != nil } == Election.ranks(owners: 1))
        }
        #expect(firsts.allSatisfy { abs($0 - 50) < 42 }, "\(firsts)")
    }

    @Test func `edge nodes are first`() {
        let members = clique(6, edges: 2)
        for number in 0..<100 as Range<UInt64> {
            let ranks = members.map { $0.rank(for: segment(number), owners: 1) ?? -1 }
            #expect(Set(ranks.prefix(2)) == [0, 1])
            #expect(members.prefix(2).contains { $0.isOwner(of: segment(number), owners: 1) })
            #expect(!members.dropFirst(2).contains { $0.isOwner(of: segment(number), owners: 1) })
        }
    }

    @Test func `who has left is not waited for, and who is told of twice counts once`() {
        var election = NeighbourhoodElection(own: peer(0), isEdge: false)
        for other in 1..<6 as Range<UInt64> {
            election.peerJoined(peer(other), isEdge: false)
            election.peerJoined(peer(other), isEdge: false)
        }
        #expect(election.population == 6)
        for other in 1..<6 as Range<UInt64> { election.peerLeft(peer(other)) }
        #expect(election.population == 1)
        #expect(election.rank(for: segment(1), owners: 1) == 0)
    }

    @Test func `the scope's choice is the chosen election's`() {
        let (segment, other) = (segment(3), peer(1))
        var swarm = ElectionScope.swarm(nil)
        #expect(swarm.rank(for: segment, owners: 1) == nil)
        #expect(swarm.population == nil)
        swarm.slotAssigned(slot: 0, viewers: 1, edges: 0, isEdge: true)
        #expect(swarm.rank(for: segment, owners: 1) == 0)
        swarm.peerJoined(other, isEdge: true)
        #expect(swarm.population == 1)
        #expect(swarm.owners(agreeing: 3) == 3)
        swarm.slotAssigned(slot: 0, viewers: 1, edges: 1, isEdge: false)
        #expect(swarm.rank(for: segment, owners: 1) == 1)
        #expect(swarm.owners(agreeing: 3) == 1)
        swarm.slotAssigned(slot: 5, viewers: 1, edges: 1, isEdge: false)
        #expect(swarm.population == nil)

        var near = ElectionScope.neighbourhood(NeighbourhoodElection(own: peer(0), isEdge: false))
        near.slotAssigned(slot: 0, viewers: 100, edges: 0, isEdge: false)
        #expect(near.population == 1)
        #expect(near.isOwner(of: segment, owners: 1))
        near.peerJoined(other, isEdge: true)
        #expect(near.population == 2)
        #expect(near.rank(for: segment, owners: 1) == 1)
        #expect(near.owners(agreeing: 3) == 1)
        near.peerLeft(other)
        #expect(near.owners(agreeing: 3) == 3)
    }
}
