package import Primitives

/// What makes a segment's chunks verifiable by anyone: the word of a notary
/// or of a list of roots, and the leaves it fixes.
package struct SegmentProof: Sendable {
    /// The attestation as it came, or a `ListNote`, for passing on.
    package let attestation: [UInt8]
    package let root: Root
    package let geometry: ChunkGeometry
    /// One hash a chunk; they were recomputed to `root`.
    package let leaves: [Leaf]

    package init(attestation: [UInt8], root: Root, geometry: ChunkGeometry, leaves: [Leaf]) {
        precondition(leaves.count == geometry.chunkCount, "one leaf a chunk")
        self.attestation = attestation
        self.root = root
        self.geometry = geometry
        self.leaves = leaves
    }
}
