import EventLoop
package import Primitives
import SwarmCore

extension SwarmSession {
    /// Fetches a segment for a player that is still to come: what is only preloaded is not played.
    package func preload(_ segment: SegmentID) {
        guard !isPreloading(segment) else { return }
        let reader = store.assumeIsolated {
            $0.open(segment) { [weak self] in self?.assumeIsolated { $0.endFailedPreloads() } }
        }
        preloading.append(reader)
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
        if case .complete? = reader.status.end { letGo { $0.segment == segment } }
    }

    /// Nobody wants any of it any more.
    package func endPreload() { letGo { _ in true } }

    /// The segment is here, and its fetch is over: were it let go of with the last byte, the fetch would be
    /// cancelled before it could be reported, and nobody would ever get the segment from here.
    func endPreload(of segment: SegmentID) {
        guard isPreloading(segment) else { return }
        loop.execute { [weak self] in
            self?.assumeIsolated { $0.letGo { $0.segment == segment } }
        }
    }

    private func isPreloading(_ segment: SegmentID) -> Bool {
        preloading.contains { $0.segment == segment }
    }

    private func endFailedPreloads() {
        letGo { if case .failed? = $0.status.end { true } else { false } }
    }

    private func letGo(where isOver: (SegmentReader) -> Bool) {
        let over = preloading.filter(isOver)
        let segments = over.map(\.segment)
        preloading.removeAll { segments.contains($0.segment) }
        for reader in over { release(reader, delivered: 0) }
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
