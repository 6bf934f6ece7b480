package import EventLoop

extension HeldBytes {
    /// A copy of the bytes of an array.
    package convenience init(copying bytes: [UInt8]) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        unsafe block.copyBytes(from: bytes)
        unsafe self.init(owning: block, count: bytes.count)
    }

    package var array: [UInt8] { unsafe Array(bytes) }
}
