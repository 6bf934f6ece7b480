/// Bytes at a steady address, whose memory is used again and never filled in vain.
@safe package struct ByteBuffer: ~Copyable {
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    package private(set) var count = 0

    package init() {}

    deinit {
        unsafe memory.deallocate()
    }

    package var isEmpty: Bool { count == 0 }
    package var capacity: Int { unsafe memory.count }

    /// Valid until the buffer changes.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    package mutating func removeAll() { count = 0 }

    package mutating func removeFirst(_ removed: Int) {
        guard removed > 0 else { return }
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[removed..<count]))
        count -= removed
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe grow(by: bytes.count).copyMemory(from: bytes)
    }

    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    package mutating func append(_ byte: UInt8) {
        unsafe grow(by: 1)[0] = byte
    }

    /// Makes `added` more bytes part of the buffer; they are the caller's to fill.
    package mutating func grow(by added: Int) -> UnsafeMutableRawBufferPointer {
        reserve(count + added)
        defer { count += added }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + added)])
    }

    /// Doubles what there is, so that a growing buffer is moved a few times only.
    package mutating func reserve(_ capacity: Int) {
        guard capacity > self.capacity else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(capacity, 2 * self.capacity), alignment: 16)
        unsafe larger.copyMemory(from: bytes)
        unsafe memory.deallocate()
        unsafe memory = larger
    }
}
