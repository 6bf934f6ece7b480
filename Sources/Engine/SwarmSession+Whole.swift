import EventLoop
package import Primitives
import SwarmCore

/// What is given to players without opening it each time.
extension SwarmSession {
    /// A segment that is here whole, and a copy of its bytes.
    package func whole(_ segment: SegmentID) -> (version: SegmentVersion, bytes: [UInt8])? {
        guard let key = catalogue.key(of: segment),
            let mark = store.assumeIsolated({ $0.mark(of: segment) }),
            let bytes = store.assumeIsolated({ $0.wholeCopy(of: segment) })
        else { return nil }
        return (SegmentVersion(segment: segment, key: key, mark: mark), bytes)
    }

    /// Whether a playlist still names the segment, and its bytes here are still those.
    package func isCurrent(_ version: SegmentVersion) -> Bool {
        catalogue.key(of: version.segment) == version.key
            && store.assumeIsolated { $0.mark(of: version.segment) } === version.mark
    }

    /// Players have taken so many bytes of a segment in so many answers for which it was not opened.
    package func served(_ segment: SegmentID, times: Int, bytes: Int) {
        noteUse(of: segment)
        enter { [now = loop.now] ledger in
            for _ in 0..<times { ledger.asked(for: segment, isHere: true, at: now) }
            ledger.delivered(bytes)
        }
        uploader.assumeIsolated { $0.delivered(bytes) }
        usedOnDisk(segment)
        // What has gone meanwhile is not fetched again for those who have it.
        guard isInMemory(segment), !store.assumeIsolated({ $0.isRead(segment) }) else { return }
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
        feed { $0.playerReleased(segment, at: $1, into: &$2) }
        tellWherePlayersAre()
    }
}
