/// Bytes that somebody else owns, lent for the length of one call on one loop.
///
/// Sendable, unchecked, only so that the actors of one loop can hand them on to each other within
/// that call; whoever wants to keep bytes copies them.
@safe package struct BorrowedBytes: @unchecked Sendable {
    package let pointer: UnsafeRawBufferPointer

    package init(_ pointer: UnsafeRawBufferPointer) {
        unsafe self.pointer = pointer
    }

    package var count: Int { unsafe pointer.count }

    /// The bytes of `range`, where the first byte counts as `start`.
    package func slice(_ range: Range<Int>, from start: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            rebasing: pointer[range.lowerBound - start..<range.upperBound - start])
    }

    /// The bytes after the first `count`.
    package func dropping(_ count: Int) -> BorrowedBytes {
        unsafe BorrowedBytes(UnsafeRawBufferPointer(rebasing: pointer.dropFirst(count)))
    }
}

/// Memory to be filled, lent for the length of one call on one loop like `BorrowedBytes`.
@safe package struct BorrowedBuffer: @unchecked Sendable {
    package let pointer: UnsafeMutableRawBufferPointer

    package init(_ pointer: UnsafeMutableRawBufferPointer) {
        unsafe self.pointer = pointer
    }

    package var count: Int { unsafe pointer.count }

    /// The first `count` bytes, or all if there are fewer.
    package func prefix(_ count: Int) -> BorrowedBuffer {
        unsafe BorrowedBuffer(UnsafeMutableRawBufferPointer(rebasing: pointer.prefix(count)))
    }

    /// Copies as much of `source` as there is room for; returns how much that is.
    package func fill(from source: UnsafeRawBufferPointer) -> Int {
        let count = min(source.count, count)
        unsafe pointer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(count)))
        return count
    }
}
