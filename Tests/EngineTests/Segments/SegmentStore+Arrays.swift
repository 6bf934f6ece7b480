import EventLoop
import Primitives

@testable import Engine

extension SegmentStore {
    /// Runs `body` on the store's loop.
    func run<Result: Sendable>(
        _ body: @Sendable (isolated SegmentStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }

    func originWrote(_ bytes: [UInt8], at offset: Int, of segment: SegmentID) -> Int? {
        unsafe bytes.withUnsafeBytes {
            unsafe originWrote(BorrowedBytes($0), at: offset, of: segment)
        }
    }

    func accept(_ bytes: [UInt8], chunk: Int, of segment: SegmentID) -> ChunkVerdict {
        unsafe bytes.withUnsafeBytes { unsafe accept(BorrowedBytes($0), chunk: chunk, of: segment) }
    }
}
