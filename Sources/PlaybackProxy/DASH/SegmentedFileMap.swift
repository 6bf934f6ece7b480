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
    /// Where segments are, in the order of the file.
    private let places: [(bytes: Range<Int>, segment: SegmentID)]

    /// A file without a head, as HLS lists segments of it.
    init(
        length: Int, headers: [(String, String)],
        places: [(bytes: Range<Int>, segment: SegmentID)]
    ) {
        head = []
        segments = []
        self.length = length
        self.headers = headers
        self.places = places.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    }

    /// Nil if the segments do not fit into the file.
    init?(
        head: [UInt8], length: Int, headers: [(String, String)], segments: [DASHSegment],
        track: TrackID
    ) {
        let ranges = segments.compactMap(\.byteRange)
        guard ranges.count == segments.count, let last = ranges.last, last.end <= length,
            head.count <= ranges.first?.offset ?? 0
        else { return nil }
        self.head = head
        self.length = length
        self.headers = headers
        self.segments = segments
        places = zip(ranges, segments).map { range, segment in
            (range.offset..<range.end, SegmentID(track: track, number: segment.number))
        }
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
        for (bytes, segment) in places where bytes.upperBound > position {
            guard bytes.lowerBound < range.upperBound else { break }
            fill(to: bytes.lowerBound)
            let end = min(bytes.upperBound, range.upperBound)
            parts.append(
                .segment(segment, position - bytes.lowerBound..<end - bytes.lowerBound))
            position = end
        }
        fill(to: range.upperBound)
        return parts
    }

    /// Where in the file a part of a segment is.
    func range(of segment: SegmentID, _ bytes: Range<Int>) -> Range<Int>? {
        places.first { $0.segment == segment }.map { place in
            let start = place.bytes.lowerBound
            return start + bytes.lowerBound..<start + bytes.upperBound
        }
    }
}
