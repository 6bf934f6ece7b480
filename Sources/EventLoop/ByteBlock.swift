/// Bytes at an address that holds still while the kernel reads them.
@safe struct ByteBlock: ~Copyable {
    /// What an empty block keeps instead of giving it back.
    private static let keptCapacity = 64 << 10

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        unsafe memory.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(count + bytes.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    mutating func removeAll() {
        count = 0
        guard unsafe memory.count > Self.keptCapacity else { return }
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    private mutating func reserve(_ capacity: Int) {
        guard unsafe capacity > memory.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: unsafe max(capacity, 2 * memory.count, 4096), alignment: 16)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
        unsafe memory.deallocate()
        unsafe memory = larger
    }
}
