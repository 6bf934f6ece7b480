import CLibUV
package import Primitives

/// Accepts TCP connections.
///
/// Used on its loop's thread only. Every accepted connection is the owner's to close, so the owner
/// bounds them; when the process is out of descriptors libuv turns clients away.
package final class TCPListener: @unchecked Sendable {
    private enum State {
        case listening(UVHandle, onAccept: @Sendable (TCPConnection) -> Void)
        case closed
    }

    private static let backlog: Int32 = 511

    /// With the port that the system chose, if it was to choose.
    package let localAddress: SocketAddress
    private let loop: UVEventLoop
    private var state: State

    package init(
        on loop: UVEventLoop, address: SocketAddress,
        onAccept: @escaping @Sendable (TCPConnection) -> Void
    ) throws(LoopError) {
        self.loop = loop
        let handle = try UVHandle.tcp(on: loop)
        do throws(LoopError) {
            // libuv sets SO_REUSEADDR.
            try LoopError.check(
                unsafe address.withSockaddr { unsafe uv_tcp_bind(handle.tcp, $0, 0) })
            localAddress = try unsafe SocketAddress {
                unsafe uv_tcp_getsockname(handle.tcp, $0, $1)
            }
            try LoopError.check(
                unsafe uv_listen(handle.stream, Self.backlog) { stream, status in
                    let listener: TCPListener = unsafe owner(of: stream?.pointee.data)
                    listener.connected(status: status)
                })
        } catch {
            handle.close()
            throw error
        }
        state = .listening(handle, onAccept: onAccept)
        handle.setOwner(self)
    }

    package func close() {
        loop.preconditionOnLoop()
        guard case .listening(let handle, _) = state else { return }
        state = .closed
        handle.close()
    }

    private func connected(status: Int32) {
        // An error is about a client that has already gone, or was turned away.
        guard status >= 0, case .listening(let handle, let onAccept) = state else { return }
        do throws(LoopError) {
            onAccept(try TCPConnection(acceptedFrom: handle, on: loop))
        } catch {
            // The client went before it was looked at.
        }
    }
}

extension TCPListener: HandleOwner {
    func closeForShutdown() { close() }
}
