package import Primitives
import SwarmCore

extension SwarmSession {
    /// Fetches a segment for a player that is still to come: what is only preloaded is not played.
    ///
    /// It ends with `release`; `onChange` is called on the loop as more of it is here.
    package func preload(
        _ segment: SegmentID, onChange: @escaping @Sendable () -> Void
    ) -> SegmentReader {
        let reader = store.assumeIsolated { $0.open(segment, onChange: onChange) }
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
        return reader
    }

    /// The number of the first segment that the track lists.
    package func firstSegment(of track: TrackID) -> UInt64? {
        catalogue.segments(of: track).first?.number
    }

    /// The number of the last segment that the track lists.
    package func lastSegment(of track: TrackID) -> UInt64? {
        catalogue.segments(of: track).last?.number
    }
}
