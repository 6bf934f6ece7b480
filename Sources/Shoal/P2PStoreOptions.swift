import Engine
import EventLoop
public import Foundation
import SwarmCore

/// Where a client keeps segments on disk, so that it has them again after a restart.
public struct P2PStoreOptions: Sendable {
    /// The folder, which is made if it is not there; others must not be able to write in it.
    ///
    /// One client at a time uses it. What else is in it stays as it is.
    public var folder: URL
    /// Bytes of media that are kept at most, from 0; what is expected to be of least use goes first.
    public var maxBytes: Int
    /// Seconds for which a segment is kept at most, from 0.
    ///
    /// One that a tracker has attested is kept no longer than its attestation is good for.
    public var maxAge: Int

    /// Options with what is left out at its default: ten gibibytes, a week.
    public init(folder: URL, maxBytes: Int = 10 << 30, maxAge: Int = 7 * 86_400) {
        self.folder = folder
        self.maxBytes = maxBytes
        self.maxAge = maxAge
    }
}

extension P2PStoreOptions {
    func makeStore(on loop: UVEventLoop) -> DiskStore {
        let store = DiskStore(
            path: folder.path,
            limits: StoreIndex.Limits(
                bytes: max(0, maxBytes), age: UInt64(max(0, maxAge))),
            on: loop)
        store.start()
        return store
    }
}
