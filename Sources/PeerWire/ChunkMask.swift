/// Which chunks of a segment somebody has: one bit for each of at most 64 groups of equal size.
@usableFromInline
package struct ChunkMask: Hashable, Sendable {
    @inlinable static var mostGroups: Int { 64 }

    /// Chunks of the segment, or 0 while that is not known.
    @usableFromInline package let chunkCount: Int
    @usableFromInline package internal(set) var bits: UInt64

    /// No chunk of a segment of this many.
    @inlinable
    package init(chunkCount: Int) {
        self.chunkCount = chunkCount
        bits = 0
    }

    /// What is said of a segment that somebody else fetches: the sender itself has nothing of it.
    package static let rumour = ChunkMask(chunkCount: 1)

    /// Whether it says no more than that somebody fetches the segment: who has a chunk says which.
    @inlinable package var isRumour: Bool { chunkCount == 1 && bits == 0 }

    /// Nil for bits of groups that there are not.
    @inlinable
    package init?(chunkCount: Int, bits: UInt64) {
        self.init(chunkCount: chunkCount)
        guard groupCount == Self.mostGroups || bits >> UInt64(groupCount) == 0 else { return nil }
        self.bits = bits
    }

    /// Chunks of a group; the last group may have fewer.
    @inlinable package var groupSize: Int {
        max(1, (chunkCount + Self.mostGroups - 1) / Self.mostGroups)
    }

    @inlinable package var groupCount: Int { (chunkCount + groupSize - 1) / groupSize }

    @inlinable package var isEmpty: Bool { bits == 0 }

    @inlinable
    package func contains(_ chunk: Int) -> Bool {
        guard chunk >= 0, chunk < chunkCount else { return false }
        // Most segments have no more chunks than there are bits, and a division takes its time.
        let group = chunkCount <= Self.mostGroups ? chunk : chunk / groupSize
        return bits & 1 << UInt64(group) != 0
    }

    /// The chunks of the group that a chunk is in.
    package func group(of chunk: Int) -> Range<Int> {
        let first = chunk / groupSize * groupSize
        return first..<min(first + groupSize, chunkCount)
    }

    /// Enters the group of a chunk.
    package mutating func insertGroup(of chunk: Int) {
        guard chunk >= 0, chunk < chunkCount else { return }
        bits |= 1 << UInt64(chunk / groupSize)
    }

    /// Enters what another mask of the same segment has; one of another length is not of it.
    @inlinable
    package mutating func formUnion(_ other: ChunkMask) {
        guard !other.isEmpty else { return }
        guard other.chunkCount == chunkCount else { return self = other }
        bits |= other.bits
    }

    @inlinable
    package func isSuperset(of other: ChunkMask) -> Bool {
        other.bits == 0 || chunkCount == other.chunkCount && bits & other.bits == other.bits
    }
}
