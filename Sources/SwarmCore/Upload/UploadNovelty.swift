import PeerWire
import Primitives

/// Which chunks have been let in before, as far as it is remembered.
///
/// The first copy of a chunk is worth more than others: whoever gets it can pass it on. In a
/// broadcast the next segment would else wait until all have the one before.
struct UploadNovelty: Sendable {
    private struct Spread: Sendable {
        let segment: SegmentID
        var chunks = InlineArray<4, UInt64>(repeating: 0)

        init(_ segment: SegmentID) { self.segment = segment }

        // Chunks that are 256 apart share a bit.

        func has(_ chunk: Int) -> Bool {
            chunks[chunk >> 6 & 3] & 1 << UInt64(chunk & 63) != 0
        }

        mutating func insert(_ chunk: Int) {
            chunks[chunk >> 6 & 3] |= 1 << UInt64(chunk & 63)
        }
    }

    /// Segments that are remembered; a power of two.
    private static let places = 256

    /// Each segment has one place, which those of the same place take from each other.
    private var spreads = [Spread?](repeating: nil, count: places)

    /// Chunks of the run that nobody was let in for.
    func newChunks(in run: ChunkRun, of segment: SegmentID) -> Int {
        guard let spread = spreads[Self.place(of: segment)], spread.segment == segment else {
            return Int(run.count)
        }
        return run.chunks.reduce(0) { $0 + (spread.has($1) ? 0 : 1) }
    }

    mutating func readAhead(_ segment: SegmentID) -> Int {
        spreads[Self.place(of: segment)] != nil ? 1 : 0
    }

    mutating func letIn(_ run: ChunkRun, of segment: SegmentID) {
        let place = Self.place(of: segment)
        if spreads[place]?.segment != segment { spreads[place] = Spread(segment) }
        for chunk in run.chunks { spreads[place]?.insert(chunk) }
    }

    /// Segments that follow each other have places of their own.
    private static func place(of segment: SegmentID) -> Int {
        Int(truncatingIfNeeded: segment.number &+ UInt64(segment.track.value) &* 61) & (places - 1)
    }
}
