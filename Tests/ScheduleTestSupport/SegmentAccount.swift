import PeerWire
import Primitives

/// What an oracle knows of one segment, from inputs and actions alone.
struct SegmentAccount {
    struct Fetch {
        let offset: Int
        let end: Int?
        /// Began before anything was played.
        let isFirst: Bool
        var hasStarted = false
        var received = 0
    }

    var length: Int?
    var present = RangeSet<Int>()
    var fetch: Fetch?
    var isRequested = false
    var requestedAt = Moment.start
    /// All bytes are there, and what brought the last of them has ended.
    var isComplete = false
    /// The origin failed and named no time to try again: it may be left alone.
    var isGivenUp = false
    /// Who was asked for the leaves and must not be asked again.
    var leavesAsked: Set<PeerID> = []
    /// Who was asked for the leaves and may still send them.
    var leavesOwed: Set<PeerID> = []
    var areLeavesKnown = false
    /// By chunk: the peers that it was asked of since all of them could be asked.
    var asked: [Int: Set<PeerID>] = [:]

    /// Whether every byte is there.
    var hasAll: Bool {
        guard let length else { return false }
        return missing(in: 0..<length).isEmpty
    }

    var chunkCount: Int {
        length.flatMap { ChunkGeometry(length: $0) }?.chunkCount ?? 0
    }

    func bytes(of chunk: Int) -> Range<Int> {
        guard let length, let geometry = ChunkGeometry(length: length),
            (0..<geometry.chunkCount).contains(chunk)
        else { return 0..<0 }
        return geometry.bytes(ofChunk: chunk)
    }

    func missing(in range: Range<Int>) -> RangeSet<Int> {
        RangeSet(range).subtracting(present)
    }

    mutating func insert(_ range: Range<Int>) {
        present.insert(contentsOf: range.clamped(to: 0..<max(0, length ?? .max)))
    }

    /// The length as the origin says it; what peers gave does not count if they said another.
    mutating func originSays(length: Int) {
        let isBeyond = present.ranges.last.map { $0.upperBound > length } ?? false
        if isBeyond || self.length.map({ $0 != length }) ?? false {
            present = RangeSet()
            areLeavesKnown = false
            asked.removeAll()
        }
        self.length = length
    }

    /// The bytes are gone; what is on its way is to be taken back.
    mutating func dropped(at now: Moment) {
        length = nil
        present = RangeSet()
        isComplete = false
        areLeavesKnown = false
        requestedAt = now
        leavesAsked.removeAll()
        asked.removeAll()
    }
}
