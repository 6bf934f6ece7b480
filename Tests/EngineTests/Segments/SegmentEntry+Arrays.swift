import EventLoop
import Primitives

@testable import Engine

extension SegmentEntry {
    /// One whose length somebody has told, if not nil.
    init(length: Int?) {
        self.init(at: Moment(nanoseconds: 0))
        if let length { _ = lengthKnown(length) }
    }

    mutating func accept(_ bytes: [UInt8], chunk: Int) -> ChunkVerdict {
        unsafe bytes.withUnsafeBytes { unsafe accept(BorrowedBytes($0), chunk: chunk) }
    }

    mutating func originWrote(_ bytes: some Collection<UInt8>, at offset: Int) -> Int? {
        unsafe Array(bytes).withUnsafeBytes { unsafe originWrote(BorrowedBytes($0), at: offset) }
    }

    /// What a reader gets that asks for everything from `offset` on.
    func readable(from offset: Int = 0, room: Int = 1 << 20) -> [UInt8] {
        var room = [UInt8](repeating: 0, count: room)
        let count = unsafe room.withUnsafeMutableBytes {
            unsafe read(at: offset, into: BorrowedBuffer($0))
        }
        return Array(room.prefix(count))
    }

    /// What would be passed on to a peer that asks for the chunk.
    func shareable(_ chunk: Int) -> [UInt8]? {
        var copy: [UInt8]?
        let given = withChunk(chunk) { bytes in copy = unsafe Array(bytes.pointer) }
        return given ? copy : nil
    }
}
