import CMicrohttpd
import EventLoop
import Glibc
import Primitives

/// A libmicrohttpd daemon without a thread of its own; every call is made on the server's loop.
@safe struct MHDDaemon {
    private let pointer: OpaquePointer
    private let connections: HTTPConnections

    /// Listens; reports to `connections` while it runs.
    init(
        address: SocketAddress, limits: HTTPLimits, connections: HTTPConnections
    ) throws(LoopError) {
        let callbacks = unsafe Self.callbacks(
            context: Unmanaged.passUnretained(connections).toOpaque())
        let started = unsafe shoal_mhd_start(
            Self.storage(of: address), UInt32(limits.connections), limits.connectionMemory,
            callbacks)
        guard let started = unsafe started else {
            throw LoopError(code: errno == 0 ? -EINVAL : -errno)
        }
        unsafe pointer = started
        self.connections = connections
    }

    var epollDescriptor: Int32 { unsafe shoal_mhd_epoll_descriptor(pointer) }
    var port: UInt16 { unsafe shoal_mhd_port(pointer) }
    var connectionCount: Int { unsafe Int(shoal_mhd_connection_count(pointer)) }

    /// Work is left that no readiness will announce.
    var isDue: Bool {
        var milliseconds: UInt64 = 0
        return unsafe MHD_get_timeout(pointer, &milliseconds) == .YES && milliseconds == 0
    }

    func run() { unsafe MHD_run(pointer) }

    /// Closes every connection, none of which may be suspended, and frees the daemon.
    func stop() { unsafe MHD_stop_daemon(pointer) }

    private static func storage(of address: SocketAddress) -> sockaddr_storage {
        switch address.ip {
        case .v4(let ip): shoal_mhd_address_v4(ip, address.port)
        case .v6(let high, let low): shoal_mhd_address_v6(high, low, address.port)
        }
    }

    private static func callbacks(context: UnsafeMutableRawPointer) -> shoal_mhd_callbacks {
        unsafe shoal_mhd_callbacks(
            context: context,
            target: { _, target, mhd in
                guard let mhd = unsafe mhd, let target = unsafe target else { return nil }
                unsafe MHDConnection(mhd).served?.targetArrived(String(cString: target))
                return nil
            },
            request: { context, mhd, _, method, version, body, bodyLength, _ in
                guard let mhd = unsafe mhd, let method = unsafe method,
                    let version = unsafe version, let bodyLength = unsafe bodyLength,
                    unsafe listener(context)?.proceed(
                        MHDConnection(mhd), method: String(cString: method),
                        version: String(cString: version),
                        body: UnsafeRawBufferPointer(start: body, count: bodyLength.pointee))
                        == true
                else { return .NO }
                // All of it was taken.
                unsafe bodyLength.pointee = 0
                return .YES
            },
            completed: { _, mhd, _, reason in
                guard let mhd = unsafe mhd else { return }
                unsafe MHDConnection(mhd).served?.ended(
                    completed: reason == .REQUEST_TERMINATED_COMPLETED_OK)
            },
            connection: { context, mhd, served, event in
                guard let mhd = unsafe mhd, let served = unsafe served else { return }
                switch event {
                case .CONNECTION_NOTIFY_STARTED:
                    let opened = unsafe listener(context)?.opened(MHDConnection(mhd))
                    // `HTTPConnections` owns it until the closing is notified.
                    unsafe served.pointee = opened.map {
                        unsafe Unmanaged.passUnretained($0).toOpaque()
                    }
                case .CONNECTION_NOTIFY_CLOSED:
                    unsafe listener(context)?.closed(MHDConnection(mhd))
                }
            })
    }
}

private func listener(_ context: UnsafeMutableRawPointer?) -> HTTPConnections? {
    unsafe context.map { unsafe Unmanaged<HTTPConnections>.fromOpaque($0).takeUnretainedValue() }
}
