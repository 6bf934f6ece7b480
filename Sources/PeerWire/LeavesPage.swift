package import Primitives

/// A part of a segment's leaf list, and the attestation of its root.
///
/// | bytes | field |
/// |---|---|
/// | 16 | segment |
/// | 188 | attestation, or what an engine writes in its place: the codec does not look into it |
/// | 4 | index of the first leaf on this page |
/// | 4 | leaves of the segment, 1 to 8192 |
/// | 2 | leaves on this page, 1 to 960, none past the total |
/// | 32 each | leaves |
package struct LeavesPage: Hashable, Sendable {
    package static let largestCount = 960
    package static let attestationSize = 188

    package let segment: SegmentID
    /// The attestation as the tracker signed it, which this codec does not look into.
    package let attestation: [UInt8]
    package let firstLeaf: UInt32
    package let totalLeaves: UInt32
    package let leaves: [Leaf]

    package init(
        segment: SegmentID, attestation: [UInt8], firstLeaf: UInt32, totalLeaves: UInt32,
        leaves: [Leaf]
    ) {
        precondition(
            attestation.count == Self.attestationSize, "\(attestation.count) bytes of attestation")
        precondition(
            (1...Self.largestCount).contains(leaves.count), "\(leaves.count) leaves on a page")
        self.segment = segment
        self.attestation = attestation
        self.firstLeaf = firstLeaf
        self.totalLeaves = totalLeaves
        self.leaves = leaves
    }

    /// The whole leaf list of a segment, cut into pages.
    package static func pages(
        segment: SegmentID, attestation: [UInt8], leaves: [Leaf]
    ) -> [LeavesPage] {
        stride(from: 0, to: leaves.count, by: largestCount).map { first in
            LeavesPage(
                segment: segment, attestation: attestation, firstLeaf: UInt32(first),
                totalLeaves: UInt32(leaves.count),
                leaves: Array(leaves[first..<min(first + largestCount, leaves.count)]))
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        segment = try reader.readSegment()
        attestation = try reader.readBytes(Self.attestationSize)
        firstLeaf = try reader.readUInt32()
        totalLeaves = try reader.readUInt32()
        let count = try reader.readUInt16()
        guard totalLeaves <= ChunkGeometry.largestChunkCount, count <= Self.largestCount else {
            throw .tooLarge
        }
        guard count >= 1, firstLeaf < totalLeaves, count <= totalLeaves - firstLeaf else {
            throw .invalidValue
        }
        guard reader.remaining >= Int(count) * Bytes32.count else { throw .truncated }
        var leaves: [Leaf] = []
        leaves.reserveCapacity(Int(count))
        for _ in 0..<count { leaves.append(Leaf(try reader.readBytes32())) }
        self.leaves = leaves
    }

    func write(to writer: inout ByteWriter) {
        writer.write(segment)
        writer.write(attestation)
        writer.write(firstLeaf)
        writer.write(totalLeaves)
        writer.write(UInt16(leaves.count))
        for leaf in leaves { writer.write(leaf.value) }
    }
}
