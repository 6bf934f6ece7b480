package import EventLoop
package import Primitives

/// An HTTP/1 server for players on this machine; its loop alone touches it.
///
/// It lives until it is closed.
package final class HTTPServer: @unchecked Sendable {
    private enum Phase {
        case idle
        /// The daemon is on the stack, with our callbacks above it.
        case running
        /// Closed from within one of them: the daemon is freed when it returns.
        case stopping
        case stopped
    }

    /// Runs of the daemon in one turn, after which the loop's other work has its turn.
    private static let runsPerTurn = 8

    package let localAddress: SocketAddress
    private let loop: UVEventLoop
    private let connections: HTTPConnections
    private let daemon: MHDDaemon
    private let wakeup: DaemonWakeup
    private let readiness: PollHandle
    private lazy var timer = LoopTimer(on: loop) { [unowned self] in turn() }
    private var phase = Phase.idle
    private var armed: Moment?

    /// Listens on a loopback address, or on any for everybody; port 0 lets the system choose one.
    package init(
        on loop: UVEventLoop, address: SocketAddress, isForEverybody: Bool = false,
        limits: HTTPLimits = HTTPLimits(),
        handler: @escaping @Sendable (HTTPExchange) -> Void
    ) throws(LoopError) {
        loop.preconditionOnLoop()
        precondition(isForEverybody || address.ip.isLoopback, "a player is on this machine")
        self.loop = loop
        wakeup = DaemonWakeup(on: loop)
        connections = HTTPConnections(
            isForEverybody: isForEverybody, limits: limits, wakeup: wakeup, on: loop,
            handler: handler)
        daemon = try MHDDaemon(address: address, limits: limits, connections: connections)
        localAddress = SocketAddress(ip: address.ip, port: daemon.port)
        connections.listens(on: daemon.port)
        do throws(LoopError) {
            readiness = try PollHandle(fileDescriptor: daemon.epollDescriptor, on: loop)
        } catch {
            daemon.stop()
            throw error
        }
        wakeup.start { [unowned self] in turn() }
        readiness.start(.readable) { [self] _ in turn() }
    }

    /// Answers that are under way: who would go is to wait for them.
    package var answersInFlight: Int {
        loop.preconditionOnLoop()
        return connections.inHand
    }

    /// Ends every connection; who waits for the end of an exchange hears of it before this returns.
    package func close() {
        loop.preconditionOnLoop()
        switch phase {
        case .idle:
            phase = .stopped
            connections.abandon()
            stop()
        case .running:
            phase = .stopping
            connections.abandon()
        case .stopping, .stopped:
            break
        }
    }

    private func turn() {
        guard case .idle = phase else { return }
        connections.look(at: loop.now)
        phase = .running
        var isDue = true
        for _ in 0..<Self.runsPerTurn where isDue {
            let open = daemon.connectionCount
            daemon.run()
            // A daemon that was full listens again only in the run after one that ended a connection.
            isDue = daemon.isDue || daemon.connectionCount < open
        }
        if isDue { wakeup.request() }
        if case .stopping = phase {
            phase = .stopped
            stop()
        } else {
            phase = .idle
            arm()
        }
    }

    private func arm() {
        guard connections.lookAt != armed else { return }
        armed = connections.lookAt
        if let armed { timer.arm(at: armed) } else { timer.disarm() }
    }

    private func stop() {
        readiness.close()
        wakeup.close()
        timer.close()
        daemon.stop()
    }
}
