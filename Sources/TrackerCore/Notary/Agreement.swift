package import TrackerWire

/// What the notary believes of a segment, and on whose word.
package struct Agreement: Hashable, Sendable {
    package let claim: SegmentClaim
    package let level: ProvenanceLevel
    /// Independent fetches that agreed.
    package let k: Int
    /// The later of two agreements on one segment has the higher one.
    package let generation: UInt32

    package init(claim: SegmentClaim, level: ProvenanceLevel, k: Int, generation: UInt32) {
        self.claim = claim
        self.level = level
        self.k = k
        self.generation = generation
    }
}
