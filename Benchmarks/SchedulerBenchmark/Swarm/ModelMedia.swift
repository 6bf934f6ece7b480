import Primitives
import SwarmCore

/// The window of segments that the playlist names, and which of their chunks are here.
struct ModelMedia {
    static let track = TrackID(1)
    static let segmentDuration = Duration.seconds(4)
    /// Bytes of each segment: 4 Mbit/s.
    static let length = 2_000_000
    static let chunks = (length + ChunkGeometry.chunkSize - 1) >> ChunkGeometry.chunkLog
    private static let wholeSegment = UInt64.max >> UInt64(64 - chunks)

    /// The number of the first segment, and how many there are.
    private(set) var first: UInt64
    let count: Int
    /// The media time at which the first segment starts.
    private(set) var start: Duration
    private var present: [UInt64]

    init(first: UInt64, count: Int, start: Duration) {
        self.first = first
        self.count = count
        self.start = start
        present = Array(repeating: 0, count: count)
    }

    var end: UInt64 { first + UInt64(count) }

    static func segment(_ number: UInt64) -> SegmentID {
        SegmentID(track: track, number: number)
    }

    func start(of number: UInt64) -> Duration {
        start + Self.segmentDuration * (Int(number) - Int(first))
    }

    func number(at position: Duration) -> UInt64 {
        let place = Int((position - start) / Self.segmentDuration)
        return first + UInt64(max(0, min(place, count - 1)))
    }

    var timings: [SegmentTiming] {
        (first..<end).map {
            SegmentTiming(
                number: $0, start: start(of: $0), duration: Self.segmentDuration,
                estimatedLength: Self.length)
        }
    }

    func isComplete(_ number: UInt64) -> Bool {
        place(of: number).map { present[$0] == Self.wholeSegment } ?? false
    }

    /// Segments from a number on that are not whole.
    func missing(from number: UInt64) -> Int {
        let rest = present.dropFirst(Int(max(number, first) - first))
        return rest.reduce(0) { $0 + ($1 == Self.wholeSegment ? 0 : 1) }
    }

    mutating func received(_ chunks: Range<Int>, of number: UInt64) {
        guard let place = place(of: number) else { return }
        for chunk in chunks { present[place] |= 1 << UInt64(chunk) }
    }

    /// One segment comes and the oldest goes.
    mutating func moveOn() {
        present.removeFirst()
        present.append(0)
        first += 1
        start += Self.segmentDuration
    }

    private func place(of number: UInt64) -> Int? {
        number >= first && number < end ? Int(number - first) : nil
    }
}
