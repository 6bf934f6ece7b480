import Primitives
import SwarmCore
import Testing

@Suite struct EvictionPolicyTests {
    /// Ten segments of 2 s and 100 bytes each.
    private func stored(inUse: Set<UInt64> = []) -> [EvictionPolicy.Candidate] {
        (0..<10 as Range<UInt64>).map { number in
            EvictionPolicy.Candidate(
                segment: SegmentID(track: TrackID(1), number: number), bytes: 100,
                start: .seconds(2) * Int(number), use: inUse.contains(number) ? .inUse : .idle)
        }
    }

    private func victims(
        budget: Int, playheads: [Int], inUse: Set<UInt64> = []
    ) -> [UInt64] {
        EvictionPolicy(budget: budget)
            .victims(among: stored(inUse: inUse), playheads: playheads.map { .seconds($0) })
            .map(\.number)
    }

    @Test(
        arguments: [
            (1_000, [8], []),
            (950, [8], [0]),
            (600, [8], [0, 1, 2, 3]),
            (300, [8], [0, 1, 2, 3, 9, 8, 7]),
            (800, [8, 2], [0, 9]),
            (800, [], [9, 8]),
        ] as [(Int, [Int], [UInt64])])
    func `what was played goes first, then what is furthest`(
        budget: Int, playheads: [Int], expected: [UInt64]
    ) {
        #expect(victims(budget: budget, playheads: playheads) == expected)
    }

    @Test func `what is in use stays, even over the budget`() {
        #expect(victims(budget: 800, playheads: [8], inUse: [0, 1]) == [2, 3])
        #expect(victims(budget: 0, playheads: [0], inUse: Set(0..<10)).isEmpty)
    }
}
