import EventLoop

/// Notices that a client has gone where libmicrohttpd does not.
///
/// It does not look at a suspended connection; and of bytes and an end that arrive together it reads
/// the bytes only, because it polls by edges. Touched on the loop only.
final class HangupWatch: @unchecked Sendable {
    private let handle: PollHandle
    private var isWatching = false
    private var gone: (() -> Void)?

    init(descriptor: Int32, on loop: UVEventLoop) throws(LoopError) {
        handle = try PollHandle(fileDescriptor: descriptor, on: loop)
    }

    /// Calls back in every turn, from the client's end or half-close on.
    func start(_ gone: @escaping () -> Void) {
        self.gone = gone
        guard !isWatching else { return }
        isWatching = true
        handle.start(.disconnect) { [self] events in fire(events) }
    }

    /// The watch itself goes on: to end it for each answer would cost two system calls.
    func ignore() { gone = nil }

    func close() {
        gone = nil
        handle.close()
    }

    private func fire(_ events: PollEvents) {
        if let gone {
            // A descriptor in error is reported with every event, and only once.
            if events != .disconnect { isWatching = false }
            gone()
        } else {
            isWatching = false
            handle.stop()
        }
    }
}
