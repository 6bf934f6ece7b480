package import EventLoop
package import Primitives
import SwarmCore

/// What is given to players without opening it each time.
extension SwarmSession {
    /// A segment that is here whole, and its bytes.
    ///
    /// The version ends when the segment leaves its playlist, or its number means other bytes: it leaves
    /// the store then.
    package func whole(_ segment: SegmentID) -> (version: SegmentVersion, bytes: HeldBytes)? {
        guard catalogue.key(of: segment) != nil else { return nil }
        return store.assumeIsolated { store in
            guard let version = store.version(of: segment),
                let bytes = store.held(segment)
            else { return nil }
            return (version, bytes)
        }
    }

    /// So many answers with a segment were begun for which it was not opened, and players have taken so
    /// many bytes of such.
    package func served(_ segment: SegmentID, times: Int, bytes: Int) {
        enter { [now = loop.now] ledger in
            for _ in 0..<times { ledger.asked(for: segment, isHere: true, at: now) }
            ledger.delivered(bytes)
        }
        uploader.assumeIsolated { $0.delivered(bytes) }
        guard times > 0 else { return }
        noteUse(of: segment)
        usedOnDisk(segment)
        // What has gone meanwhile is not fetched again for those who have it.
        guard isInMemory(segment), !store.assumeIsolated({ $0.isRead(segment) }) else { return }
        feed { $0.playerRequested(segment, at: $1, into: &$2) }
        feed { $0.playerReleased(segment, at: $1, into: &$2) }
        tellWherePlayersAre()
    }
}
