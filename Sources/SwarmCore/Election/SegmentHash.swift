import Primitives

/// Numbers that depend on a segment alone: all members of a swarm draw the same.
struct SegmentHash: Sendable {
    private var random: SeededRandom

    init(_ segment: SegmentID) {
        var track = SeededRandom(seed: segment.track.value)
        random = SeededRandom(seed: track.next() ^ segment.number)
        random = SeededRandom(seed: random.next())
    }

    mutating func next() -> UInt64 { random.next() }
}
