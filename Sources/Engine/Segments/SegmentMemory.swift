import EventLoop

/// The bytes of one segment in one block, filled in any order.
///
/// Nothing is allocated before the first byte comes. Growing is for an origin that does not say a
/// length; a known length is allocated once. Owned by the actor `SegmentStore`.
@safe final class SegmentMemory {
    private static let firstGuess = 1 << 20

    private var block = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        unsafe block.deallocate()
    }

    var capacity: Int { unsafe block.count }

    /// Writes `bytes` at `offset`, into a block for `length` if that is known.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, length: Int?) {
        ensureCapacity(offset + bytes.count, length: length)
        unsafe UnsafeMutableRawBufferPointer(rebasing: block[offset...]).copyMemory(from: bytes)
    }

    /// The bytes of `range`, valid until the next write.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: block[range])
    }

    private func ensureCapacity(_ needed: Int, length: Int?) {
        guard needed > capacity else { return }
        let size = max(needed, length ?? max(2 * capacity, Self.firstGuess))
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(block))
        unsafe block.deallocate()
        unsafe block = larger
    }
}
