import EventLoop

/// The bytes of one segment in one block, filled in any order.
///
/// Growing is only for an origin that does not say a length; a known length is allocated once.
/// Owned by the actor `SegmentStore`, and reached through it alone.
@safe final class SegmentMemory {
    private var block: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        unsafe block = .allocate(byteCount: max(capacity, 1), alignment: 64)
    }

    deinit {
        unsafe block.deallocate()
    }

    var capacity: Int { unsafe block.count }

    func write(_ bytes: BorrowedBytes, at offset: Int) {
        ensureCapacity(offset + bytes.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: block[offset...])
            .copyMemory(from: bytes.pointer)
    }

    /// The bytes of `range`, valid until the next write.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: block[range])
    }

    private func ensureCapacity(_ needed: Int) {
        guard needed > capacity else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(needed, 2 * capacity), alignment: 64)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(block))
        unsafe block.deallocate()
        unsafe block = larger
    }
}
