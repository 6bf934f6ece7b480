package import Primitives

/// Segments of one track that the sender holds complete and attested, in addition to earlier ones.
///
/// | bytes | field |
/// |---|---|
/// | 8 | track |
/// | 8 | first segment number |
/// | 2 | count, 1 to 4096 |
/// | ⌈count / 8⌉ | bitmap: bit 0 of byte 0 is the first segment; bits past the count are zero |
package struct Have: Hashable, Sendable {
    package static let largestCount = 4096

    package let track: TrackID
    /// The number that the first bit stands for.
    package let first: UInt64
    /// Segment numbers that the bitmap spans.
    package let count: Int
    private let bitmap: [UInt8]

    /// Says that the sender holds one segment.
    package init(_ segment: SegmentID) {
        track = segment.track
        first = segment.number
        count = 1
        bitmap = [1]
    }

    private init(track: TrackID, first: UInt64, offsets: ArraySlice<UInt64>) {
        self.track = track
        self.first = first
        count = Int(offsets.last ?? 0) + 1
        var bitmap = [UInt8](repeating: 0, count: (count + 7) / 8)
        for offset in offsets { bitmap[Int(offset / 8)] |= 1 << UInt8(offset % 8) }
        self.bitmap = bitmap
    }

    /// As few messages as say that the sender holds `numbers`, which are in ascending order.
    package static func pages(track: TrackID, numbers: [UInt64]) -> [Have] {
        var pages: [Have] = []
        var rest = numbers.prefix { $0 < segmentNumberLimit }[...]
        while let first = rest.first {
            let page = rest.prefix { $0 - first < UInt64(largestCount) }
            rest = rest.dropFirst(page.count)
            let offsets = page.map { $0 - first }
            pages.append(Have(track: track, first: first, offsets: offsets[...]))
        }
        return pages
    }

    /// The numbers of the segments held, in ascending order.
    package var numbers: [UInt64] {
        var numbers: [UInt64] = []
        for (index, byte) in bitmap.enumerated() where byte != 0 {
            for bit in 0..<8 where byte & 1 << UInt8(bit) != 0 {
                numbers.append(first + UInt64(8 * index + bit))
            }
        }
        return numbers
    }

    package var segments: [SegmentID] {
        numbers.map { SegmentID(track: track, number: $0) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let segment = try reader.readSegment()
        track = segment.track
        first = segment.number
        count = Int(try reader.readUInt16())
        guard count >= 1 else { throw .invalidValue }
        guard count <= Self.largestCount else { throw .tooLarge }
        guard first <= segmentNumberLimit - UInt64(count) else { throw .invalidValue }
        bitmap = try reader.readBytes((count + 7) / 8)
        let used = UInt8((count - 1) % 8 + 1)
        guard let last = bitmap.last, used == 8 || last >> used == 0 else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(SegmentID(track: track, number: first))
        writer.write(UInt16(count))
        writer.write(bitmap)
    }
}
