import EventLoop
package import Primitives
import SwarmCore

extension SwarmSession {
    /// Fetches a segment for a player that is still to come: what is only preloaded is not played.
    package func preload(_ segment: SegmentID) {
        endPreload()
        preloading = store.assumeIsolated {
            $0.open(segment) { [weak self] in self?.assumeIsolated { $0.endPreloadIfFailed() } }
        }
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
        if case .complete? = preloading?.status.end { endPreload() }
    }

    /// Nobody wants it any more.
    package func endPreload() {
        guard let reader = preloading else { return }
        preloading = nil
        release(reader, delivered: 0)
    }

    /// The segment is here, and its fetch is over: were it let go of with the last byte, the fetch would be
    /// cancelled before it could be reported, and nobody would ever get the segment from here.
    func endPreload(of segment: SegmentID) {
        guard preloading?.segment == segment else { return }
        loop.execute { [weak self] in self?.assumeIsolated { $0.endPreload() } }
    }

    private func endPreloadIfFailed() {
        if case .failed? = preloading?.status.end { endPreload() }
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
