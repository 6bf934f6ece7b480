package import Primitives

/// Segments in a row that the sender has no longer.
///
/// | bytes | field |
/// |---|---|
/// | 8 | track |
/// | 8 | first segment number |
/// | 4 | count, 1 to 4096 |
package struct Evicted: Hashable, Sendable {
    package static let largestCount = Have.largestCount

    package let track: TrackID
    package let first: UInt64
    package let count: UInt32

    package init(track: TrackID, first: UInt64, count: UInt32) {
        precondition(count >= 1 && count <= Self.largestCount, "\(count) segments evicted")
        self.track = track
        self.first = first
        self.count = count
    }

    package init(_ segment: SegmentID) {
        self.init(track: segment.track, first: segment.number, count: 1)
    }

    /// The numbers of the segments that are gone.
    package var numbers: Range<UInt64> { first..<first + UInt64(count) }

    package var segments: [SegmentID] {
        numbers.map { SegmentID(track: track, number: $0) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let segment = try reader.readSegment()
        track = segment.track
        first = segment.number
        count = try reader.readUInt32()
        guard count >= 1 else { throw .invalidValue }
        guard count <= Self.largestCount else { throw .tooLarge }
        guard first <= segmentNumberLimit - UInt64(count) else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(SegmentID(track: track, number: first))
        writer.write(count)
    }
}
