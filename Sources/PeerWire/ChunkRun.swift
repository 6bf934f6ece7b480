import Primitives

/// Chunks of one segment in a row.
///
/// | bytes | field |
/// |---|---|
/// | 4 | index of the first chunk |
/// | 2 | count, at most 64; the run ends at or before chunk 8192 |
@usableFromInline
package struct ChunkRun: Hashable, Sendable {
    package static let largestCount = 64
    /// The run of no chunk, which stands for the leaf list where a request for leaves is answered.
    package static let empty = ChunkRun(first: 0, count: 0)

    @usableFromInline package let first: UInt32
    @usableFromInline package let count: UInt16

    package init(first: UInt32, count: UInt16) {
        precondition(Self.isValid(first: first, count: count), "\(count) chunks from \(first)")
        self.first = first
        self.count = count
    }

    /// The chunks of `range`, of which there may be `largestCount`.
    package init(_ range: Range<Int>) {
        self.init(first: UInt32(range.lowerBound), count: UInt16(range.count))
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The indices of the chunks.
    @inlinable package var chunks: Range<Int> { Int(first)..<Int(first) + Int(count) }

    init(from reader: inout ByteReader) throws(WireError) {
        first = try reader.readUInt32()
        count = try reader.readUInt16()
        guard count <= Self.largestCount else { throw .tooLarge }
        guard Self.isValid(first: first, count: count) else { throw .invalidValue }
    }

    /// Reads a run where one of no chunk has no meaning.
    init(nonEmptyFrom reader: inout ByteReader) throws(WireError) {
        try self.init(from: &reader)
        guard !isEmpty else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(first)
        writer.write(count)
    }

    private static func isValid(first: UInt32, count: UInt16) -> Bool {
        count <= largestCount && Int(first) + Int(count) <= ChunkGeometry.largestChunkCount
    }
}
