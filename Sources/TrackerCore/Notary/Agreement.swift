package import TrackerWire

/// What the notary believes of a segment, and on whose word.
package struct Agreement: Hashable, Sendable {
    package let claim: SegmentClaim
    package let level: ProvenanceLevel
    /// Independent fetches that agreed.
    package let k: Int

    package init(claim: SegmentClaim, level: ProvenanceLevel, k: Int) {
        self.claim = claim
        self.level = level
        self.k = k
    }
}
