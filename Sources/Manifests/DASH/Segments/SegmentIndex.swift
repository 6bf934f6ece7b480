import Primitives

/// What the `sidx` boxes of a file say of its segments (ISO 14496-12, 8.16.3).
package struct SegmentIndex: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let range: ByteRange
        /// From the earliest time of the whole index.
        package let start: Duration
        package let duration: Duration
    }

    private static let most = 65_536
    private static let deepest = 8
    private static let mostReferences = 2 * most

    /// In the order of the file, which is that of time, without overlaps.
    package private(set) var entries: [Entry] = []
    private var references = 0
    /// Part of it lies outside of the bytes at hand: what it would say is missing from the entries.
    package private(set) var isPartial = false

    /// Nil if there is no index at `offset` of the file's first bytes, or it makes no sense.
    ///
    /// An index may refer to others: they are read where the bytes hold them.
    package init?(_ bytes: [UInt8], at offset: Int) {
        guard let box = SegmentIndexBox(bytes, at: offset),
            append(box, in: bytes, at: .zero, depth: 0),
            !entries.isEmpty, isOrdered
        else { return nil }
    }

    /// The segments that it means, numbered in the order of the file.
    package func segments(from start: Duration) -> [DASHSegment] {
        entries.enumerated().map { index, entry in
            DASHSegment(
                number: UInt64(index), start: start + entry.start, duration: entry.duration,
                byteRange: entry.range, name: .entry(index))
        }
    }

    private var isOrdered: Bool {
        zip(entries, entries.dropFirst()).allSatisfy {
            $0.range.end <= $1.range.offset && $0.start <= $1.start
        }
    }

    /// Takes in one box; false if it makes no sense.
    private mutating func append(
        _ box: SegmentIndexBox, in bytes: [UInt8], at start: Duration, depth: Int
    ) -> Bool {
        references += box.references.count
        // Indices that refer to each other would never end.
        guard references <= Self.mostReferences else { return false }
        var offset = box.anchor
        var time = start
        for reference in box.references {
            guard let range = ByteRange(offset: offset, length: reference.length) else {
                return false
            }
            if reference.isIndex {
                let inner = SegmentIndexBox(bytes, at: offset)
                isPartial = isPartial || inner == nil
                if let inner, depth < Self.deepest {
                    guard append(inner, in: bytes, at: time, depth: depth + 1) else { return false }
                }
            } else if reference.length > 0 {
                guard entries.count < Self.most else { return false }
                entries.append(Entry(range: range, start: time, duration: reference.duration))
            }
            offset = range.end
            time = min(time + reference.duration, .seconds(3_000_000_000))
        }
        return true
    }
}
