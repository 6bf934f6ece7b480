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
    private var told: [SegmentID: Int] = [:]

    package init(at now: Moment) {
        bucket = TokenBucket(rate: Self.rate, burst: Self.burst, at: now)
    }

    /// Whether to tell that so many chunks, of `total`, can be asked for now.
    package mutating func grew(
        _ segment: SegmentID, to chunks: Int, of total: Int, at now: Moment
    ) -> Bool {
        let step = min(Self.longestStep, max(1, total / Self.stepsPerSegment))
        let before = told[segment, default: 0]
        // The first step is half as long: with it the relay begins.
        let next = before + (before == 0 ? max(1, step / 2) : step)
        guard chunks >= next, bucket.spend(1, at: now) else { return false }
        told[segment] = chunks
        return true
    }

    /// The segment is complete, or not here any more.
    package mutating func ended(_ segment: SegmentID) { told[segment] = nil }
}
