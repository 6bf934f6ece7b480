import CLibUV
import Glibc

/// The C memory of one loop, which stays where it is until the loop object goes.
///
/// All of it belongs to the loop's thread, but for `wake`, which any thread may call.
@safe struct LoopMemory: @unchecked Sendable {
    private static let readBufferSize = 64 << 10

    let loop: UnsafeMutablePointer<uv_loop_t>
    /// Shared by all connections of the loop: bytes in it are read before the next read begins.
    let readBuffer: UnsafeMutableRawBufferPointer
    /// Readable after `wake`.
    ///
    /// Not a `uv_async_t`: a loop that one wakes spins until its sender, which the wake-up has often
    /// put to sleep, gets the core back; that was half of the time of a hop.
    private let event: Int32
    private let wakeup: UnsafeMutablePointer<uv_poll_t>
    /// Wakes the loop for its own thread, without the system calls that `event` takes.
    private let nextTurn: UnsafeMutablePointer<uv_idle_t>

    /// Begins a loop that takes a turn of its owner after each wake.
    init() throws(LoopError) {
        unsafe loop = .allocate(capacity: 1)
        unsafe wakeup = .allocate(capacity: 1)
        unsafe nextTurn = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(byteCount: Self.readBufferSize, alignment: 16)
        event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        do throws(LoopError) {
            guard event >= 0 else { throw .tooManyFiles }
            try LoopError.check(unsafe uv_loop_init(loop))
        } catch {
            deallocate()
            throw error
        }
        // These cannot fail for an eventfd.
        unsafe uv_idle_init(loop, nextTurn)
        unsafe uv_poll_init(loop, wakeup, event)
        unsafe uv_poll_start(wakeup, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            guard let handle = unsafe handle else { return }
            unsafe UVEventLoop.of(handle.pointee.loop).wokenUp()
        }
    }

    func setOwner(_ owner: UVEventLoop) {
        unsafe loop.pointee.data = Unmanaged.passUnretained(owner).toOpaque()
    }

    func wake() {
        // Can only fail when it has been called 2^64 times since the loop last woke.
        eventfd_write(event, 1)
    }

    func clearWake() {
        var count = eventfd_t()
        unsafe eventfd_read(event, &count)
    }

    /// As `wake`, from the loop's own thread.
    func wakeNextTurn() {
        unsafe uv_idle_start(nextTurn) { handle in
            guard let handle = unsafe handle else { return }
            unsafe UVEventLoop.of(handle.pointee.loop).takeTurn()
        }
    }

    /// What made `wakeNextTurn` necessary is being done.
    func beginTurn() {
        unsafe uv_idle_stop(nextTurn)
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
        unsafe nextTurn.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
            unsafe uv_close(handle, nil)
        }
        run()
        let result = unsafe uv_loop_close(loop)
        precondition(result == 0, "uv_loop_close: \(LoopError(code: result))")
    }

    func deallocate() {
        if event >= 0 { Glibc.close(event) }
        unsafe loop.deallocate()
        unsafe wakeup.deallocate()
        unsafe nextTurn.deallocate()
        unsafe readBuffer.deallocate()
    }
}
