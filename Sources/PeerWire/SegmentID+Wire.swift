import Primitives

/// One past the highest segment number that is spoken of.
///
/// A receiver can then count on from any number it was sent without overflow.
let segmentNumberLimit = UInt64(Int64.max)

extension ByteReader {
    /// Reads a segment: track u64, number u64 below `segmentNumberLimit`.
    mutating func readSegment() throws(WireError) -> SegmentID {
        let track = TrackID(try readUInt64())
        let number = try readUInt64()
        guard number < segmentNumberLimit else { throw .invalidValue }
        return SegmentID(track: track, number: number)
    }
}

extension ByteWriter {
    mutating func write(_ segment: SegmentID) {
        write(segment.track.value)
        write(segment.number)
    }
}
