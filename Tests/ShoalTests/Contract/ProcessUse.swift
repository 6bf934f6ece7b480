import CHeapUse
import EventLoop
import Foundation
import IOTestSupport

/// What this process holds of the system's.
struct ProcessUse: Equatable, Sendable {
    var descriptors: Int
    var threads: Int
    /// Timers, sockets and watches of the loops that were named.
    var handles: Int
    /// Bytes of the heap.
    var heap: Int

    static func now(_ loops: [UVEventLoop]) async throws -> ProcessUse {
        var handles = 0
        for loop in loops { handles += try await loop.run { loop.openHandleCount } }
        return ProcessUse(
            descriptors: try entries("/proc/self/fd"), threads: try entries("/proc/self/task"),
            handles: handles, heap: heap_bytes_in_use())
    }

    /// Apart from memory.
    func holdsNoMore(than other: ProcessUse) -> Bool {
        descriptors <= other.descriptors && threads <= other.threads && handles <= other.handles
    }

    private static func entries(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
}
