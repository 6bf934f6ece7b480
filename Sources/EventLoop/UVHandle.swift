import CLibUV

/// One initialised libuv handle.
///
/// Used on the loop's thread only. Its memory goes in the close callback and so, if nobody else holds
/// it, does its owner: a callback always finds an owner.
@safe struct UVHandle: @unchecked Sendable {
    /// The handle as what all kinds have in common.
    let base: UnsafeMutablePointer<uv_handle_t>

    /// Nothing to close when it throws.
    private init<Raw>(
        on loop: UVEventLoop,
        _ initialize: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> Int32
    ) throws(LoopError) {
        loop.preconditionOnLoop()
        guard !loop.handles.refusesMore else { throw .canceled }
        let raw = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
        let result = unsafe initialize(loop.memory.loop, raw)
        guard result == 0 else {
            unsafe raw.deallocate()
            throw LoopError(code: result)
        }
        unsafe base = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_handle_t.self)
        unsafe base.pointee.data = nil
    }

    static func tcp(on loop: UVEventLoop) throws(LoopError) -> UVHandle {
        try unsafe UVHandle(on: loop) { unsafe uv_tcp_init($0, $1) }
    }

    static func timer(on loop: UVEventLoop) throws(LoopError) -> UVHandle {
        try unsafe UVHandle(on: loop) { unsafe uv_timer_init($0, $1) }
    }

    static func poll(_ fileDescriptor: Int32, on loop: UVEventLoop) throws(LoopError) -> UVHandle {
        try unsafe UVHandle(on: loop) { unsafe uv_poll_init($0, $1, fileDescriptor) }
    }

    var tcp: UnsafeMutablePointer<uv_tcp_t> { unsafe cast() }
    var stream: UnsafeMutablePointer<uv_stream_t> { unsafe cast() }
    var timer: UnsafeMutablePointer<uv_timer_t> { unsafe cast() }
    var poll: UnsafeMutablePointer<uv_poll_t> { unsafe cast() }

    private func cast<Raw>() -> UnsafeMutablePointer<Raw> {
        unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: Raw.self)
    }

    /// Makes `owner` the one whom callbacks reach; it is kept until the close callback.
    func setOwner(_ owner: some HandleOwner) {
        unsafe base.pointee.data = Unmanaged.passUnretained(owner).toOpaque()
        unsafe UVEventLoop.of(base.pointee.loop).handles
            .setOwner(owner, at: UInt(bitPattern: base))
    }

    /// Ends the handle, once; libuv cancels its requests before the memory goes.
    func close() {
        unsafe uv_close(base) { handle in
            guard let handle = unsafe handle else { return }
            let address = UInt(bitPattern: handle)
            let owner = unsafe UVEventLoop.of(handle.pointee.loop).handles.removeOwner(at: address)
            unsafe UnsafeMutableRawPointer(handle).deallocate()
            withExtendedLifetime(owner) {}
        }
    }
}

/// The owner of a callback's handle, which must be an `Owner`.
func owner<Owner: HandleOwner>(of data: UnsafeMutableRawPointer?) -> Owner {
    guard let data = unsafe data else { preconditionFailure("a handle without an owner") }
    return unsafe Unmanaged<Owner>.fromOpaque(data).takeUnretainedValue()
}
