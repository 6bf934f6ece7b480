/// Bytes that nobody changes any more, at an address that holds still for as long as anybody holds them.
///
/// Sendable, unchecked, since they are only read from the first moment on, on whatever thread.
@safe package final class HeldBytes: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer

    private let block: UnsafeMutableRawBufferPointer

    /// Takes over an allocated block, of which the first `count` bytes count.
    package init(owning block: UnsafeMutableRawBufferPointer, count: Int) {
        unsafe self.block = block
        unsafe bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
    }

    deinit {
        unsafe block.deallocate()
    }

    package var count: Int { unsafe bytes.count }
}
