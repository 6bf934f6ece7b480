import Manifests
import Primitives

/// What a file consists of: a head that is held, segments, and what lies between them.
struct SegmentedFileMap: Sendable {
    /// A stretch of what a player asked for.
    enum Part: Hashable, Sendable {
        case head(Range<Int>)
        /// These bytes of a segment.
        case segment(SegmentID, Range<Int>)
        /// Bytes of the file that are nobody's.
        case origin(Range<Int>)

        var count: Int {
            switch self {
            case .head(let range), .segment(_, let range), .origin(let range): range.count
            }
        }
    }

    let head: [UInt8]
    let length: Int
    /// What the origin says of the file.
    let headers: [(String, String)]
    let segments: [DASHSegment]
    private let track: TrackID

    /// Nil if the segments do not fit into the file.
    init?(
        head: [UInt8], length: Int, headers: [(String, String)], segments: [DASHSegment],
        track: TrackID
    ) {
        let ends = segments.compactMap { $0.byteRange?.end }
        guard ends.count == segments.count, let last = ends.last, last <= length,
            head.count <= segments.first?.byteRange?.offset ?? 0
        else { return nil }
        self.head = head
        self.length = length
        self.headers = headers
        self.segments = segments
        self.track = track
    }

    var entityTag: String? { headers.first { $0.0 == "ETag" }?.1 }

    /// What the bytes of a range are, in their order.
    func parts(of range: Range<Int>) -> [Part] {
        var parts: [Part] = []
        var position = range.lowerBound
        func fill(to end: Int) {
            guard position < end else { return }
            parts.append(.origin(position..<end))
            position = end
        }
        if position < min(head.count, range.upperBound) {
            let end = min(head.count, range.upperBound)
            parts.append(.head(position..<end))
            position = end
        }
        for segment in segments {
            guard let bytes = segment.byteRange, bytes.end > position else { continue }
            guard bytes.offset < range.upperBound else { break }
            fill(to: bytes.offset)
            let end = min(bytes.end, range.upperBound)
            parts.append(
                .segment(
                    SegmentID(track: track, number: segment.number),
                    position - bytes.offset..<end - bytes.offset))
            position = end
        }
        fill(to: range.upperBound)
        return parts
    }

    /// Where in the file a part of a segment is.
    func range(of segment: SegmentID, _ bytes: Range<Int>) -> Range<Int>? {
        let found = segments.first { $0.number == segment.number }
        return (found?.byteRange).map {
            $0.offset + bytes.lowerBound..<$0.offset + bytes.upperBound
        }
    }
}
