package import Primitives

/// Ranks the members of a swarm for one segment: rank 0 fetches it for all, the others stand by.
///
/// The tracker numbers the members densely; whoever knows the population computes the same ranks.
package struct Election: Hashable, Sendable {
    /// Past this rank a member does not stand by; it still fetches for itself when time runs out.
    package static let lowestRank = 8

    package let slot: Int
    package let population: Int

    /// Nil for a slot outside of the population.
    package init?(slot: Int, population: Int) {
        guard slot >= 0, slot < population else { return nil }
        self.slot = slot
        self.population = population
    }

    /// The slot that has `rank` for a segment; one slot may have several ranks.
    package func slot(ofRank rank: Int, for segment: SegmentID) -> Int {
        jumpConsistentHash(Self.key(segment, rank: rank), buckets: population)
    }

    /// The member's own best rank for a segment, or nil below `lowestRank`.
    package func rank(for segment: SegmentID) -> Int? {
        (0...Self.lowestRank).first { slot(ofRank: $0, for: segment) == slot }
    }

    private static func key(_ segment: SegmentID, rank: Int) -> UInt64 {
        var random = SeededRandom(seed: segment.track.value)
        random = SeededRandom(seed: random.next() ^ segment.number)
        random = SeededRandom(seed: random.next() &+ UInt64(rank))
        return random.next()
    }
}
