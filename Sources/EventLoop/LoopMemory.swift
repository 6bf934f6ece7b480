import CLibUV

/// The C memory of one loop, which stays where it is until the loop object goes.
///
/// All of it belongs to the loop's thread, but for `wake`, which any thread may call until `close`.
@safe struct LoopMemory: @unchecked Sendable {
    private static let readBufferSize = 64 << 10

    let loop: UnsafeMutablePointer<uv_loop_t>
    private let wakeup: UnsafeMutablePointer<uv_async_t>
    /// Shared by all connections of the loop: bytes in it are read before the next read begins.
    let readBuffer: UnsafeMutableRawBufferPointer

    /// Begins a loop that calls `onWake` on its thread, at least once after each `wake`.
    init(onWake: uv_async_cb) throws(LoopError) {
        unsafe loop = .allocate(capacity: 1)
        unsafe wakeup = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(byteCount: Self.readBufferSize, alignment: 16)
        do throws(LoopError) {
            try LoopError.check(unsafe uv_loop_init(loop))
            do throws(LoopError) {
                try LoopError.check(unsafe uv_async_init(loop, wakeup, onWake))
            } catch {
                unsafe uv_loop_close(loop)
                throw error
            }
        } catch {
            deallocate()
            throw error
        }
    }

    func setOwner(_ owner: UVEventLoop) {
        unsafe loop.pointee.data = Unmanaged.passUnretained(owner).toOpaque()
    }

    func wake() {
        let result = unsafe uv_async_send(wakeup)
        precondition(result == 0, "uv_async_send: \(LoopError(code: result))")
    }

    /// Runs callbacks until nothing is open any more, or only the wake-up after `letRunEnd`.
    func run() {
        _ = unsafe uv_run(loop, UV_RUN_DEFAULT)
    }

    /// From here on the wake-up alone does not keep `run` going.
    func letRunEnd() {
        unsafe wakeup.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
            unsafe uv_unref(handle)
        }
    }

    func close() {
        unsafe wakeup.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
            unsafe uv_ref(handle)
            unsafe uv_close(handle, nil)
        }
        run()
        let result = unsafe uv_loop_close(loop)
        precondition(result == 0, "uv_loop_close: \(LoopError(code: result))")
    }

    func deallocate() {
        unsafe loop.deallocate()
        unsafe wakeup.deallocate()
        unsafe readBuffer.deallocate()
    }
}
