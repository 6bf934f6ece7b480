/// What a body has to give at the moment when it is asked.
package enum HTTPBodyRead: Sendable {
    /// So many bytes were written, at least one.
    case bytes(Int)
    /// Nothing yet: `HTTPExchange.resume()` will follow.
    case wait
    case end
    /// The rest will never come: the connection is reset, so that no short body is taken for whole.
    case fail
}

/// The bytes of a body, read in order and only as fast as the client takes them.
@safe package struct HTTPBodySource: Sendable {
    /// Fills the buffer with bytes from `offset`; called on the loop.
    package let read:
        @Sendable (_ offset: Int, _ into: UnsafeMutableRawBufferPointer) -> HTTPBodyRead

    package init(
        read:
            @escaping @Sendable (
                _ offset: Int, _ into: UnsafeMutableRawBufferPointer
            ) -> HTTPBodyRead
    ) {
        unsafe self.read = read
    }

    /// A body that is all there.
    init(_ bytes: [UInt8]) {
        unsafe self.init { offset, buffer in
            let count = min(bytes.count - offset, buffer.count)
            guard count > 0 else { return .end }
            unsafe bytes.withUnsafeBytes { whole in
                unsafe buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: whole[offset..<offset + count]))
            }
            return .bytes(count)
        }
    }
}
