package import Primitives

/// Decides when peers hear how much of a segment that still arrives can be asked for.
///
/// The steps are short, so that a peer can begin to relay long before the segment is whole; peers
/// are told well below the rate at which their `PeerState` would call it a flood.
package struct ArrivalNews: Sendable {
    private static let stepsPerSegment = 8
    private static let longestStep = 8
    private static let rate = 8.0
    private static let burst = 40.0

    private var bucket: TokenBucket
    /// Few segments arrive at a time: a search costs less than a hash.
    private var told: [Telling] = []

    private struct Telling: Sendable {
        let segment: SegmentID
        var chunks: Int
        var count: Int
    }

    package init(at now: Moment) {
        bucket = TokenBucket(rate: Self.rate, burst: Self.burst, at: now)
    }

    /// Whether to tell that so many chunks, of `total`, can be asked for now: then how often the
    /// segment was told of before, else nil.
    package mutating func grew(
        _ segment: SegmentID, to chunks: Int, of total: Int, at now: Moment
    ) -> Int? {
        let step = min(Self.longestStep, max(1, total / Self.stepsPerSegment))
        let place = told.firstIndex { $0.segment == segment }
        let before = place.map { told[$0].chunks } ?? 0
        // The first step is half as long: with it the relay begins.
        let next = before + (before == 0 ? max(1, step / 2) : step)
        guard chunks >= next, bucket.spend(1, at: now) else { return nil }
        guard let place else {
            told.append(Telling(segment: segment, chunks: chunks, count: 1))
            return 0
        }
        told[place].chunks = chunks
        told[place].count += 1
        return told[place].count - 1
    }

    /// Reads what the next chunk will need; nothing depends on what is returned.
    package mutating func readAhead() -> Int { told.count }

    /// The segment is complete, or not here any more.
    package mutating func ended(_ segment: SegmentID) {
        told.removeAll { $0.segment == segment }
    }
}
