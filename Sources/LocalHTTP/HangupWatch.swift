import EventLoop

/// Notices that the client of a suspended connection has gone; libmicrohttpd does not look then.
final class HangupWatch {
    private let handle: PollHandle

    init(descriptor: Int32, on loop: UVEventLoop) throws(LoopError) {
        handle = try PollHandle(fileDescriptor: descriptor, on: loop)
    }

    /// Calls back once, unless it is stopped before.
    func start(_ gone: @escaping @Sendable () -> Void) {
        handle.start(.disconnect) { [handle] _ in
            handle.stop()
            gone()
        }
    }

    func stop() { handle.stop() }

    func close() { handle.close() }
}
