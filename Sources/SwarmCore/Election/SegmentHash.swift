import Primitives

/// Numbers that depend on a segment alone: all members of a swarm draw the same.
struct SegmentHash: Sendable {
    private var random: SeededRandom

    init(_ segment: SegmentID) {
        let track = SeededRandom.value(segment.track.value)
        random = SeededRandom(seed: SeededRandom.value(track ^ segment.number))
    }

    mutating func next() -> UInt64 { random.next() }
}
