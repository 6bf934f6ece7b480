package import EventLoop
package import Primitives

/// A reader's hold on one segment, from opening to `close()`; all calls on the loop.
package struct SegmentReader: Sendable {
    private let store: SegmentStore
    private let token: SegmentStore.Token
    package let segment: SegmentID

    init(store: SegmentStore, token: SegmentStore.Token, segment: SegmentID) {
        self.store = store
        self.token = token
        self.segment = segment
    }

    package var status: SegmentStatus { store.assumeIsolated { $0.status(of: token) } }

    /// For how long something of the segment has been here.
    package var age: Duration { store.assumeIsolated { $0.age(of: segment) } }

    /// Whether bytes can be read from `offset` on; what lies before it may be missing.
    package func isReadable(at offset: Int) -> Bool {
        store.assumeIsolated { $0.isReadable(token, at: offset) }
    }

    /// Copies readable bytes from `offset` on; returns how many.
    package func read(at offset: Int, into target: BorrowedBuffer) -> Int {
        store.assumeIsolated { $0.read(token, at: offset, into: target) }
    }

    /// Promises the player this version: if it goes, the reader fails rather than mix two.
    package func commit() { store.assumeIsolated { $0.commit(token) } }

    /// Ends the hold; the reader is not told of anything any more.
    package func close() { store.assumeIsolated { $0.close(token) } }
}
