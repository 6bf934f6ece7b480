import Primitives
import SwarmCore

/// Decides when peers hear how much of a segment that still arrives can be asked for.
///
/// They are told well below the rate at which their `PeerState` would call it a flood.
struct ArrivalNews {
    private static let step = 8
    private static let rate = 8.0
    private static let burst = 40.0

    private var bucket: TokenBucket
    private var told: [SegmentID: Int] = [:]

    init(at now: Moment) {
        bucket = TokenBucket(rate: Self.rate, burst: Self.burst, at: now)
    }

    /// Whether to tell that the chunks below `chunks` are here now.
    mutating func grew(_ segment: SegmentID, to chunks: Int, at now: Moment) -> Bool {
        guard chunks >= told[segment, default: 0] + Self.step, bucket.spend(1, at: now) else {
            return false
        }
        told[segment] = chunks
        return true
    }

    /// The segment is complete, or not here any more.
    mutating func ended(_ segment: SegmentID) { told[segment] = nil }
}
