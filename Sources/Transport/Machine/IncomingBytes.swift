/// Gives whole pieces of a byte stream, copying only those that arrive in parts.
@safe struct IncomingBytes: ~Copyable {
    private var kept = ByteBuffer()
    /// Bytes at the start of `kept` that have been taken.
    private var used = 0

    var capacity: Int { kept.capacity }

    /// The next `count` bytes, or nil until they have all arrived; then what there is of them is kept.
    ///
    /// Valid until the next call.
    mutating func peek(
        _ count: Int, from input: inout UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        if kept.isEmpty, input.count >= count {
            return unsafe UnsafeRawBufferPointer(rebasing: input[..<count])
        }
        unsafe keep(min(input.count, max(0, count - (kept.count - used))), of: &input)
        guard kept.count - used >= count else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: kept.bytes[used..<(used + count)])
    }

    /// Takes what `peek` gave.
    mutating func take(_ count: Int, from input: inout UnsafeRawBufferPointer) {
        guard !kept.isEmpty else {
            unsafe input = UnsafeRawBufferPointer(rebasing: input[count...])
            return
        }
        used += count
        guard used == kept.count else { return }
        kept.removeAll()
        used = 0
    }

    /// Keeps all of `input` for later.
    mutating func keepAll(of input: inout UnsafeRawBufferPointer) {
        unsafe keep(input.count, of: &input)
    }

    /// Makes room at once for a piece that will arrive in parts.
    mutating func reserve(_ capacity: Int) {
        kept.reserve(capacity)
    }

    private mutating func keep(_ count: Int, of input: inout UnsafeRawBufferPointer) {
        guard count > 0 else { return }
        kept.removeFirst(used)
        used = 0
        unsafe kept.append(UnsafeRawBufferPointer(rebasing: input[..<count]))
        unsafe input = UnsafeRawBufferPointer(rebasing: input[count...])
    }
}
