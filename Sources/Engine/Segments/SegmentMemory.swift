import EventLoop

/// The bytes of one segment in one block, filled in any order.
///
/// Nothing is allocated before the first byte comes. Growing is for an origin that does not say a
/// length; a known length is allocated once. Owned by the actor `SegmentStore`.
@safe final class SegmentMemory {
    private static let firstGuess = 1 << 20

    private var block = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Who owns the block once it was lent; it is not written to from then on.
    private var held: HeldBytes?

    deinit {
        if held == nil { unsafe block.deallocate() }
    }

    var capacity: Int { unsafe block.count }

    /// Writes `bytes` at `offset`, into a block for `length` if that is known.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, length: Int?) {
        ensureOwnBlock(for: offset + bytes.count, length: length)
        unsafe UnsafeMutableRawBufferPointer(rebasing: block[offset...]).copyMemory(from: bytes)
    }

    /// The bytes of `range`, valid until the next write.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: block[range])
    }

    /// The first `count` bytes, as they are now, for whoever needs them for longer; nothing is copied.
    func hold(_ count: Int) -> HeldBytes {
        if let held, held.count == count { return held }
        if held != nil { replaceBlock(by: count) }
        let made = unsafe HeldBytes(owning: block, count: count)
        held = made
        return made
    }

    private func ensureOwnBlock(for needed: Int, length: Int?) {
        if needed > capacity {
            replaceBlock(by: max(needed, length ?? max(2 * capacity, Self.firstGuess)))
        } else if held != nil {
            replaceBlock(by: capacity)
        }
    }

    private func replaceBlock(by size: Int) {
        let other = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
        unsafe other.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: block.prefix(size)))
        if held == nil { unsafe block.deallocate() }
        held = nil
        unsafe block = other
    }
}
