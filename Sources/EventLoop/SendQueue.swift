import CLibUV

/// The bytes of one connection that TCP has not taken: one write in flight, the rest gathered.
///
/// Used on the loop's thread only, and kept by the connection until its handle is gone.
@safe struct SendQueue: ~Copyable {
    private let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    private var inFlight = ByteBlock()
    private var waiting = ByteBlock()

    deinit {
        unsafe request.deallocate()
    }

    /// Nothing in flight, so nothing waiting either.
    var isIdle: Bool { inFlight.isEmpty }

    /// Bytes not yet given to the kernel.
    func count(of stream: UnsafeMutablePointer<uv_stream_t>) -> Int {
        unsafe uv_stream_get_write_queue_size(stream) + waiting.count
    }

    /// Sends what the kernel takes at once and keeps a copy of the rest.
    mutating func send(
        _ bytes: UnsafeRawBufferPointer, to stream: UnsafeMutablePointer<uv_stream_t>,
        completion: uv_write_cb
    ) throws(LoopError) {
        guard isIdle else {
            unsafe waiting.append(bytes)
            return
        }
        let sent = try unsafe Self.tryWrite(bytes, to: stream)
        guard sent < bytes.count else { return }
        unsafe inFlight.append(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        try unsafe startWrite(to: stream, completion: completion)
    }

    /// Goes on after the write in flight completed; idle afterwards if nothing was waiting.
    mutating func writeCompleted(
        on stream: UnsafeMutablePointer<uv_stream_t>, completion: uv_write_cb
    ) throws(LoopError) {
        inFlight.removeAll()
        guard !waiting.isEmpty else { return }
        swap(&inFlight, &waiting)
        try unsafe startWrite(to: stream, completion: completion)
    }

    private func startWrite(
        to stream: UnsafeMutablePointer<uv_stream_t>, completion: uv_write_cb
    ) throws(LoopError) {
        var buffer = unsafe Self.buffer(UnsafeRawBufferPointer(inFlight.bytes))
        try LoopError.check(unsafe uv_write(request, stream, &buffer, 1, completion))
    }

    private static func tryWrite(
        _ bytes: UnsafeRawBufferPointer, to stream: UnsafeMutablePointer<uv_stream_t>
    ) throws(LoopError) -> Int {
        var buffer = unsafe Self.buffer(bytes)
        let result = unsafe uv_try_write(stream, &buffer, 1)
        guard result != UV_EAGAIN.rawValue else { return 0 }
        return Int(try LoopError.check(result))
    }

    private static func buffer(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
        unsafe uv_buf_t(
            base: UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self), len: bytes.count)
    }
}
