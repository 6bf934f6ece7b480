import CLibUV

package struct PollEvents: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let readable = PollEvents(rawValue: UInt8(UV_READABLE.rawValue))
    package static let writable = PollEvents(rawValue: UInt8(UV_WRITABLE.rawValue))
    /// The other side has closed, or closed its writing half.
    package static let disconnect = PollEvents(rawValue: UInt8(UV_DISCONNECT.rawValue))
}

/// Watches a file descriptor that another library owns, level-triggered.
///
/// Used on its loop's thread only. `stop` or `close` must come before the descriptor is closed.
package final class PollHandle: @unchecked Sendable {
    private enum State {
        case idle(UVHandle)
        case watching(UVHandle, body: @Sendable (PollEvents) -> Void)
        case closed
    }

    private let loop: UVEventLoop
    private var state: State

    /// Makes the descriptor non-blocking; a second watch of the same descriptor on the loop throws.
    package init(fileDescriptor: Int32, on loop: UVEventLoop) throws(LoopError) {
        self.loop = loop
        let handle = try UVHandle.poll(fileDescriptor, on: loop)
        state = .idle(handle)
        handle.setOwner(self)
    }

    /// Watches for `events` instead of what was watched for before.
    ///
    /// A descriptor in error is reported once, as every event: the next call on it tells the error.
    package func start(_ events: PollEvents, _ body: @escaping @Sendable (PollEvents) -> Void) {
        loop.preconditionOnLoop()
        switch state {
        case .idle(let handle), .watching(let handle, _):
            state = .watching(handle, body: body)
            unsafe uv_poll_start(handle.poll, Int32(events.rawValue)) { poll, status, events in
                let poll: PollHandle = unsafe owner(of: poll?.pointee.data)
                poll.ready(status: status, events: events)
            }
        case .closed:
            break
        }
    }

    package func stop() {
        loop.preconditionOnLoop()
        switch state {
        case .watching(let handle, _):
            state = .idle(handle)
            unsafe uv_poll_stop(handle.poll)
        case .idle, .closed:
            break
        }
    }

    package func close() {
        loop.preconditionOnLoop()
        switch state {
        case .idle(let handle), .watching(let handle, _):
            state = .closed
            handle.close()
        case .closed:
            break
        }
    }

    private func ready(status: Int32, events: Int32) {
        guard case .watching(_, let body) = state else { return }
        body(
            status < 0
                ? [.readable, .writable, .disconnect]
                : PollEvents(rawValue: UInt8(truncatingIfNeeded: events)))
    }
}

extension PollHandle: HandleOwner {
    func closeForShutdown() { close() }
}
