import EventLoop
import Primitives
import SwarmCore

/// What sessions ask of the disk; from any loop.
extension DiskStore {
    /// Tells a session what becomes of the segments it asks about.
    nonisolated func join(
        _ session: SwarmSession, onNews: @escaping @Sendable (DiskNews) -> Void
    ) {
        let member = Member(loop: session.loop, onNews: onNews)
        let id = ObjectIdentifier(session)
        tell { $0.members[id] = member }
    }

    nonisolated func leave(_ session: SwarmSession) {
        let id = ObjectIdentifier(session)
        tell { $0.members[id] = nil }
    }

    /// Has the session told which of the segments are there.
    nonisolated func lookUp(_ keys: [SegmentKey], for session: SwarmSession) {
        let id = ObjectIdentifier(session)
        tell { store in
            store.onceOpen { store in
                let now = store.unixTime()
                let found = keys.filter {
                    store.rows[$0] != nil && store.index.item($0, at: now) != nil
                }
                store.members[id]?.tell(.stored(found))
            }
        }
    }

    /// Reads a segment; nil where that cannot be done, or not soon.
    ///
    /// `then` is called on `caller`.
    nonisolated func read(
        _ key: SegmentKey, keys: ContentKeys, on caller: UVEventLoop,
        then: @escaping @Sendable (RestoredSegment?) -> Void
    ) {
        tell { store in
            store.begin(key, keys) { restored in caller.execute { then(restored) } }
        }
    }

    /// Somebody has waited in vain: nothing more is read before the disk has answered.
    nonisolated func isLate() { tell { $0.late() } }

    /// Stores a segment, if there is room and the disk keeps up.
    nonisolated func keep(
        _ key: SegmentKey, _ bytes: [UInt8], note: [UInt8], expiresAt: UInt64?, isScarce: Bool
    ) {
        tell { store in
            guard store.waitingBytes + bytes.count <= Self.mostWaitingBytes else { return }
            // What comes before the folder is open waits like whatever waits for the disk.
            store.waitingBytes += bytes.count
            store.onceOpen { store in
                store.waitingBytes -= bytes.count
                store.store(key, bytes, note: note, expiresAt: expiresAt, isScarce: isScarce)
            }
        }
    }

    /// The segment was of use to somebody, from memory or from the disk.
    nonisolated func used(_ key: SegmentKey, isScarce: Bool) {
        tell { store in
            guard store.rows[key] != nil else { return }
            store.index.used(key, isScarce: isScarce)
            store.used.insert(key)
            store.armSync()
        }
    }

    /// The segment is not what it was thought to be.
    nonisolated func forget(_ key: SegmentKey) {
        tell { store in
            store.onceOpen { $0.remove([key]) }
        }
    }
}
