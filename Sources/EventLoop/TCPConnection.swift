import CLibUV
import Glibc
package import Primitives

/// One TCP connection.
///
/// Used on its loop's thread only. Events come on that thread and never from within a call to the
/// connection. Stays open until it fails or is closed: whoever holds it last must close it.
package final class TCPConnection: @unchecked Sendable {
    @safe package enum Event {
        /// Valid during the call.
        case bytes(UnsafeRawBufferPointer)
        /// All that was queued has been taken by TCP.
        case drained
        /// The other side sends no more; writing is still possible.
        case end
        /// The last event: the connection has closed itself.
        case failed(LoopError)
    }

    private enum State {
        /// Not started: nothing is read.
        case open(UVHandle)
        case started(UVHandle, onEvent: @Sendable (Event) -> Void)
        /// The other side sends no more; what it may still read can be written.
        case ended(UVHandle, onEvent: @Sendable (Event) -> Void)
        /// `closeAfterWriting`: sends the queue and its own end, then waits for the other side's.
        case lingering(UVHandle, LoopTimer)
        /// Failed before `start`, which will say so.
        case failed(LoopError)
        case closed
    }

    /// How long `closeAfterWriting` waits for a reader.
    private static let longestLinger = Duration.seconds(5)

    package let localAddress: SocketAddress
    package let remoteAddress: SocketAddress
    /// The kernel's number for it, which is the lowest that was free.
    package let descriptor: Int32
    let loop: UVEventLoop
    private var state: State
    private var queue = SendQueue()

    /// Takes the handle over, and closes it if it throws.
    init(_ handle: UVHandle, on loop: UVEventLoop) throws(LoopError) {
        self.loop = loop
        do throws(LoopError) {
            try LoopError.check(unsafe uv_tcp_nodelay(handle.tcp, 1))
            localAddress = try unsafe SocketAddress {
                unsafe uv_tcp_getsockname(handle.tcp, $0, $1)
            }
            remoteAddress = try unsafe SocketAddress {
                unsafe uv_tcp_getpeername(handle.tcp, $0, $1)
            }
            var descriptor: uv_os_fd_t = -1
            try LoopError.check(unsafe uv_fileno(handle.base, &descriptor))
            self.descriptor = descriptor
        } catch {
            handle.close()
            throw error
        }
        state = .open(handle)
        handle.setOwner(self)
    }

    convenience init(
        acceptedFrom listener: UVHandle, on loop: UVEventLoop
    ) throws(LoopError) {
        let handle = try UVHandle.tcp(on: loop)
        do throws(LoopError) {
            try LoopError.check(unsafe uv_accept(listener.stream, handle.stream))
        } catch {
            handle.close()
            throw error
        }
        try self.init(handle, on: loop)
    }

    /// Calls `completion` exactly once, later, unless the attempt is cancelled.
    @discardableResult
    package static func connect(
        to address: SocketAddress, on loop: UVEventLoop,
        completion: @escaping TCPConnectAttempt.Completion
    ) -> TCPConnectAttempt {
        TCPConnectAttempt(to: address, on: loop, completion: completion)
    }

    /// Begins to read; once per connection.
    package func start(_ onEvent: @escaping @Sendable (Event) -> Void) {
        loop.preconditionOnLoop()
        switch state {
        case .open(let handle):
            state = .started(handle, onEvent: onEvent)
            startReading(handle)
        case .failed(let error):
            state = .closed
            loop.execute { onEvent(.failed(error)) }
        case .started, .ended:
            preconditionFailure("a connection is started once")
        case .lingering, .closed:
            break
        }
    }

    /// No `bytes` and no `end` until `resumeReading`; TCP slows the sender down.
    package func pauseReading() {
        loop.preconditionOnLoop()
        guard case .started(let handle, _) = state else { return }
        unsafe uv_read_stop(handle.stream)
    }

    package func resumeReading() {
        loop.preconditionOnLoop()
        guard case .started(let handle, _) = state else { return }
        startReading(handle)
    }

    package func write(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe write($0) }
    }

    /// Sends `bytes`, which may change after the call; what TCP does not take at once is copied.
    package func write(_ bytes: UnsafeRawBufferPointer) {
        loop.preconditionOnLoop()
        switch state {
        case .open(let handle), .started(let handle, _), .ended(let handle, _):
            guard unsafe !bytes.isEmpty else { return }
            do throws(LoopError) {
                try unsafe queue.send(bytes, to: handle.stream, completion: Self.writeCompleted)
            } catch {
                loop.execute { self.fail(error) }
            }
        case .lingering, .failed, .closed:
            break
        }
    }

    /// Bytes written that TCP has not taken yet.
    package var queuedBytes: Int {
        loop.preconditionOnLoop()
        switch state {
        case .open(let handle), .started(let handle, _), .ended(let handle, _),
            .lingering(let handle, _):
            return unsafe queue.count(of: handle.stream)
        case .failed, .closed:
            return 0
        }
    }

    /// No event comes after it; what is queued is dropped.
    package func close() {
        loop.preconditionOnLoop()
        switch state {
        case .open(let handle), .started(let handle, _), .ended(let handle, _):
            handle.close()
        case .lingering(let handle, let timer):
            timer.close()
            handle.close()
        case .failed, .closed:
            break
        }
        state = .closed
    }

    /// No event comes after it; closes once the other side has taken all and closed, or after a while.
    ///
    /// What still arrives is read and dropped: closing over unread bytes would reset the connection
    /// under what was just sent.
    package func closeAfterWriting() {
        loop.preconditionOnLoop()
        switch state {
        case .open(let handle), .started(let handle, _), .ended(let handle, _):
            let timer = LoopTimer(on: loop) { [weak self] in self?.close() }
            timer.arm(at: loop.now + Self.longestLinger)
            state = .lingering(handle, timer)
            startReading(handle)
            if queue.isIdle { sendEnd(handle) }
        case .lingering, .failed, .closed:
            break
        }
    }
}

// MARK: - Callbacks

extension TCPConnection {
    private func startReading(_ handle: UVHandle) {
        let result = unsafe uv_read_start(
            handle.stream,
            { handle, _, buffer in
                guard let handle = unsafe handle, let buffer = unsafe buffer else { return }
                let memory = unsafe UVEventLoop.of(handle.pointee.loop).memory.readBuffer
                unsafe buffer.pointee = uv_buf_t(
                    base: memory.baseAddress?.assumingMemoryBound(to: CChar.self),
                    len: memory.count)
            },
            { stream, count, buffer in
                let connection: TCPConnection = unsafe owner(of: stream?.pointee.data)
                unsafe connection.didRead(count, buffer?.pointee.base)
            })
        // Resuming twice is fine; anything else will also be the result of the next write.
        guard result < 0, result != UV_EALREADY.rawValue else { return }
        loop.execute { self.fail(LoopError(code: result)) }
    }

    private func didRead(_ count: Int, _ base: UnsafeMutablePointer<CChar>?) {
        switch state {
        case .started(let handle, let onEvent):
            if count > 0 {
                unsafe onEvent(.bytes(UnsafeRawBufferPointer(start: base, count: count)))
            } else if count == Int(UV_EOF.rawValue) {
                state = .ended(handle, onEvent: onEvent)
                onEvent(.end)
            } else if count < 0 {
                fail(LoopError(code: Int32(truncatingIfNeeded: count)))
            }
        case .lingering:
            if count < 0, count != Int(UV_EOF.rawValue) || queue.isIdle { close() }
        case .open, .ended, .failed, .closed:
            break
        }
    }

    private static var writeCompleted: uv_write_cb {
        { request, status in
            let connection: TCPConnection = unsafe owner(of: request?.pointee.handle.pointee.data)
            connection.didWrite(status: status)
        }
    }

    private func didWrite(status: Int32) {
        switch state {
        case .open(let handle), .started(let handle, _), .ended(let handle, _),
            .lingering(let handle, _):
            do throws(LoopError) {
                try LoopError.check(status)
                try unsafe queue.writeCompleted(
                    on: handle.stream, completion: Self.writeCompleted)
            } catch {
                return fail(error)
            }
            if queue.isIdle { drained() }
        case .failed, .closed:
            break
        }
    }

    private func drained() {
        switch state {
        case .started(_, let onEvent), .ended(_, let onEvent):
            onEvent(.drained)
        case .lingering(let handle, _):
            sendEnd(handle)
        case .open, .failed, .closed:
            break
        }
    }

    /// Ends our half; if the other side has ended its own before, reading finds that again.
    private func sendEnd(_ handle: UVHandle) {
        var descriptor: uv_os_fd_t = -1
        if unsafe uv_fileno(handle.base, &descriptor) == 0 {
            _ = shutdown(descriptor, Int32(SHUT_WR))
        }
        startReading(handle)
    }

    private func fail(_ error: LoopError) {
        switch state {
        case .open(let handle):
            handle.close()
            state = .failed(error)
        case .started(let handle, let onEvent), .ended(let handle, let onEvent):
            handle.close()
            state = .closed
            onEvent(.failed(error))
        case .lingering:
            close()
        case .failed, .closed:
            break
        }
    }
}

extension TCPConnection: HandleOwner {
    func closeForShutdown() { close() }
}
