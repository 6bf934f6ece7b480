import CLibUV
import Primitives

/// A TCP connection that is being made, until its completion or `cancel`.
///
/// Used on its loop's thread only.
@safe package final class TCPConnectAttempt: @unchecked Sendable {
    package typealias Completion = @Sendable (Result<TCPConnection, LoopError>) -> Void

    private enum State {
        case connecting(UVHandle, Completion)
        /// Refused at once; the completion comes on the next turn.
        case refused(Completion)
        case over
    }

    private let loop: UVEventLoop
    private let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
    private var state = State.over

    init(to address: SocketAddress, on loop: UVEventLoop, completion: @escaping Completion) {
        self.loop = loop
        do throws(LoopError) {
            try connect(to: address, completion)
        } catch {
            state = .refused(completion)
            loop.execute { self.refuse(error) }
        }
    }

    deinit {
        unsafe request.deallocate()
    }

    /// Gives the attempt up; its completion is not called.
    package func cancel() {
        loop.preconditionOnLoop()
        switch state {
        case .connecting(let handle, _):
            state = .over
            handle.close()
        case .refused:
            state = .over
        case .over:
            break
        }
    }

    private func connect(
        to address: SocketAddress, _ completion: @escaping Completion
    ) throws(LoopError) {
        let handle = try UVHandle.tcp(on: loop)
        let result = unsafe address.withSockaddr { address in
            unsafe uv_tcp_connect(request, handle.tcp, address) { request, status in
                let attempt: TCPConnectAttempt = unsafe owner(
                    of: request?.pointee.handle.pointee.data)
                attempt.connected(status: status)
            }
        }
        guard result == 0 else {
            handle.close()
            throw LoopError(code: result)
        }
        state = .connecting(handle, completion)
        handle.setOwner(self)
    }

    private func connected(status: Int32) {
        guard case .connecting(let handle, let completion) = state else { return }
        state = .over
        do throws(LoopError) {
            guard status == 0 else {
                handle.close()
                throw LoopError(code: status)
            }
            completion(.success(try TCPConnection(handle, on: loop)))
        } catch {
            completion(.failure(error))
        }
    }

    private func refuse(_ error: LoopError) {
        guard case .refused(let completion) = state else { return }
        state = .over
        completion(.failure(error))
    }
}

extension TCPConnectAttempt: HandleOwner {
    func closeForShutdown() {
        guard case .connecting(let handle, let completion) = state else { return }
        handle.close()
        state = .refused(completion)
        loop.execute { self.refuse(.canceled) }
    }
}
