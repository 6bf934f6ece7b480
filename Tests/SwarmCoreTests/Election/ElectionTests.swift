import Primitives
import SwarmCore
import TestSupport
import Testing

/// What holds for the ranks of all members of a swarm together.
@Suite struct ElectionTests {
    /// A swarm's counts, with all of its members.
    struct Members: CustomTestStringConvertible, Sendable {
        let viewers: Int
        let edges: Int
        let owners: Int

        init(_ viewers: Int, edges: Int, owners: Int) {
            self.viewers = viewers
            self.edges = edges
            self.owners = owners
        }

        var testDescription: String { "\(viewers) viewers, \(edges) edges, \(owners) owners" }

        var all: [Election] {
            ((0..<edges).map { ($0, true) } + (0..<viewers).map { ($0, false) })
                .compactMap { slot, isEdge in
                    Election(slot: slot, viewers: viewers, edges: edges, isEdge: isEdge)
                }
        }

        func owner(of segment: SegmentID) -> Election? {
            all.first { $0.rank(for: segment, owners: owners) == 0 }
        }
    }

    private static let worlds =
        [0, 1, 2, 7, 30].flatMap { viewers in
            [0, 1, 4, 20].flatMap { edges in
                [1, 3, 16].map { Members(viewers, edges: edges, owners: $0) }
            }
        }

    private func segment(_ number: UInt64) -> SegmentID {
        SegmentID(track: TrackID(testSeed), number: number)
    }

    @Test(arguments: worlds) func `each rank is one member's and edge nodes come first`(
        members: Members
    ) {
        let all = members.all
        let ranks = Election.ranks(owners: members.owners)
        let edgeRanks = min(members.edges, members.owners + Election.edgeBackups)
        let expected = edgeRanks + min(members.viewers, ranks - edgeRanks)
        for number in 0..<12 as Range<UInt64> {
            var holders: [Int: [Election]] = [:]
            for member in all {
                guard let rank = member.rank(for: segment(number), owners: members.owners)
                else { continue }
                holders[rank, default: []].append(member)
            }
            #expect(holders.keys.sorted() == Array(0..<expected))
            #expect(holders.values.allSatisfy { $0.count == 1 })
            #expect(holders.allSatisfy { ($0.value[0].isEdge) == ($0.key < edgeRanks) })
        }
    }

    @Test(arguments: worlds) func `the quick question has the same answer`(members: Members) {
        for member in members.all {
            for number in 0..<12 as Range<UInt64> {
                let rank = member.rank(for: segment(number), owners: members.owners)
                #expect(
                    member.isOwner(of: segment(number), owners: members.owners)
                        == (rank.map { $0 < members.owners } ?? false))
            }
        }
    }

    @Test(arguments: [1, 3], [0, 5]) func `each rank is shared evenly`(owners: Int, edges: Int) {
        let members = Members(10, edges: edges, owners: owners)
        var counts = [[Int]](repeating: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], count: 12)
        for member in members.all {
            for number in 0..<2_000 as Range<UInt64> {
                guard let rank = member.rank(for: segment(number), owners: owners) else { continue }
                counts[rank][member.slot] += 1
            }
        }
        let edgeRanks = min(edges, owners + Election.edgeBackups)
        for rank in 0..<min(Election.ranks(owners: owners), edgeRanks + 10) {
            let size = rank < edgeRanks ? edges : 10
            for slot in 0..<size {
                let mean = 2_000 / Double(size)
                // Six times the standard deviation of so many draws.
                #expect(abs(Double(counts[rank][slot]) - mean) < 6 * mean.squareRoot())
            }
        }
    }

    @Test(arguments: [1, 2, 10, 100], [1, 3])
    func `one member more takes over its share of the segments and no more`(
        count: Int, owners: Int
    ) {
        let segments = 2_000 as UInt64
        var changed = 0
        for number in 0..<segments {
            let segment = segment(number)
            let before = place(owners - 1, for: segment, viewers: count, owners: owners)
            let after = place(owners - 1, for: segment, viewers: count + 1, owners: owners)
            changed += before == after ? 0 : 1
        }
        // A place may move with those before it, too.
        let share = Double(changed) / Double(segments)
        let bound = Double(owners) / Double(count + 1)
        let slack = 5 * (bound * max(0, 1 - bound) / Double(segments)).squareRoot()
        #expect(share <= bound + slack, "\(share) of \(bound)")
        if owners == 1 { #expect(share >= bound - slack) }
    }

    /// The viewer that has a rank, found by asking those few that could have it.
    private func place(
        _ rank: Int, for segment: SegmentID, viewers: Int, owners: Int
    ) -> Int? {
        (0..<viewers).first {
            Election(slot: $0, viewers: viewers, edges: 0, isEdge: false)?
                .rank(for: segment, owners: owners) == rank
        }
    }

    @Test(arguments: [10, 100, 400])
    func `members that know another count agree on most segments`(viewers: Int) {
        var fetchers = [Int](repeating: 0, count: 2_000)
        for slot in 0..<viewers {
            // Every other member has not heard yet of the last that came.
            let known = slot % 2 == 0 ? viewers : viewers - 1
            guard
                let member = Election(
                    slot: min(slot, known - 1), viewers: known, edges: 0, isEdge: false)
            else { continue }
            for number in fetchers.indices
            where member.isOwner(of: segment(UInt64(number)), owners: 1) {
                fetchers[number] += 1
            }
        }
        let disputed = fetchers.count { $0 != 1 }
        let bound = 2_000 * 3 / Double(viewers)
        #expect(Double(disputed) <= bound + 6 * bound.squareRoot(), "\(disputed)")
    }

    @Test func `when an owner is gone the next in line is one that knows it`() {
        for number in 0..<50 as Range<UInt64> {
            let members = Members(20, edges: 0, owners: 1)
            let ranked = members.all.filter { $0.rank(for: segment(number), owners: 1) != nil }
            #expect(ranked.count == 9)
            #expect(ranked.count { $0.rank(for: segment(number), owners: 1) == 1 } == 1)
        }
    }

    @Test func `an edge node that comes or goes leaves the order of the viewers`() {
        for number in 0..<50 as Range<UInt64> {
            let order = { (edges: Int) -> [Int] in
                let members = Members(30, edges: edges, owners: 1)
                return members.all.filter { !$0.isEdge }
                    .compactMap { member in
                        member.rank(for: self.segment(number), owners: 1)
                            .map { (rank: $0, slot: member.slot) }
                    }
                    .sorted { $0.rank < $1.rank }.map(\.slot)
            }
            #expect(order(0).starts(with: order(1)))
            #expect(order(1).starts(with: order(3)))
        }
    }

    @Test func `a slot outside of its row is refused`() {
        #expect(Election(slot: 3, viewers: 3, edges: 9, isEdge: false) == nil)
        #expect(Election(slot: 3, viewers: 9, edges: 3, isEdge: true) == nil)
        #expect(Election(slot: -1, viewers: 3, edges: 0, isEdge: false) == nil)
        #expect(Election(slot: 0, viewers: 0, edges: 0, isEdge: false) == nil)
        #expect(Election(slot: 0, viewers: -1, edges: 1, isEdge: true) == nil)
    }

    @Test func `a count beyond all numbers costs nothing`() {
        #expect(Election(slot: 0, viewers: Int(UInt32.max), edges: 0, isEdge: false) == nil)
        let most = Election(slot: 0, viewers: Int(Int32.max), edges: 0, isEdge: false)
        #expect(most?.rank(for: segment(1), owners: .max) == nil)
        #expect(most?.rank(for: segment(1), owners: .min) == nil)
    }
}
