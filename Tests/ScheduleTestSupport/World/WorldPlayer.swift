import Primitives

/// The player of a world: what it has, what it waits for, and what it says.
struct WorldPlayer {
    var position = Duration.zero
    var rate = 1.0
    var tracks: [TrackID]
    /// Segments that it has taken.
    var taken: Set<SegmentID> = []
    var waiting: Set<SegmentID> = []
    /// Media that it keeps ahead of its position.
    var target = Duration.seconds(10)
    /// How it tells where it is.
    var reportsPosition = true
    var reportsBuffer = true

    static let segment = Duration.seconds(2)

    var place: UInt64 { UInt64(max(0, position / Self.segment)) }

    /// The first segment on a track that it does not have.
    func next(on track: TrackID) -> SegmentID {
        var number = place
        while taken.contains(SegmentID(track: track, number: number)) { number += 1 }
        return SegmentID(track: track, number: number)
    }

    /// Continuous media ahead of the position, on the track that has the least.
    var buffer: Duration {
        let ends = tracks.map { Self.segment * Int(next(on: $0).number) }
        return max(.zero, (ends.min() ?? position) - position)
    }

    mutating func play(for time: Duration) {
        position = position + min(buffer, time * rate)
    }
}
