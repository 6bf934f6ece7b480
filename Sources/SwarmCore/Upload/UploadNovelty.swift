import PeerWire
import Primitives

/// Which chunks of the latest segments have been let in before.
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

    /// Segments that are uploaded at about the same time.
    private static let segments = 8

    private var spreads: [Spread] = []
    private var oldest = 0

    init() { spreads.reserveCapacity(Self.segments) }

    /// Whether any chunk of the run is one that nobody was let in for.
    func isNew(_ run: ChunkRun, of segment: SegmentID) -> Bool {
        guard let place = place(of: segment) else { return true }
        return run.chunks.contains { !spreads[place].has($0) }
    }

    mutating func letIn(_ run: ChunkRun, of segment: SegmentID) {
        let place = place(of: segment) ?? add(segment)
        for chunk in run.chunks { spreads[place].insert(chunk) }
    }

    private func place(of segment: SegmentID) -> Int? {
        spreads.firstIndex { $0.segment == segment }
    }

    private mutating func add(_ segment: SegmentID) -> Int {
        guard spreads.count == Self.segments else {
            spreads.append(Spread(segment))
            return spreads.count - 1
        }
        let place = oldest
        spreads[place] = Spread(segment)
        oldest = (oldest + 1) % Self.segments
        return place
    }
}
