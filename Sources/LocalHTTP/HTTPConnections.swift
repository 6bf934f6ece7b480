import EventLoop
import Primitives

/// The open connections of a server, as its daemon reports them; touched on its loop only.
final class HTTPConnections {
    private let loop: UVEventLoop
    private let limits: HTTPLimits
    private let wakeup: DaemonWakeup
    private let handler: @Sendable (HTTPExchange) -> Void
    /// The server's own names, which none is before it listens.
    private var host = HostRule(port: 0)
    private var open: [MHDConnection: HTTPConnection] = [:]
    private var isAbandoned = false

    init(
        limits: HTTPLimits, wakeup: DaemonWakeup, on loop: UVEventLoop,
        handler: @escaping @Sendable (HTTPExchange) -> Void
    ) {
        self.limits = limits
        self.wakeup = wakeup
        self.loop = loop
        self.handler = handler
    }

    func listens(on port: UInt16) { host = HostRule(port: port) }

    var deadline: Moment? {
        open.values.compactMap(\.deadline).min()
    }

    /// Requests that are not wholly answered.
    var inHand: Int { open.values.count(where: \.isInHand) }

    func expire(at now: Moment) {
        for connection in open.values { connection.expire(at: now) }
    }

    /// Ends every exchange; from here on requests are dropped and no handler is called.
    func abandon() {
        isAbandoned = true
        for connection in open.values { connection.abandon() }
    }

    func opened(_ mhd: MHDConnection) {
        mhd.limitUnread(to: limits.unreadBytes)
        do throws(LoopError) {
            open[mhd] = try HTTPConnection(mhd, limits: limits, wakeup: wakeup, on: loop)
        } catch {
            // A client whose end would go unnoticed is not served.
            mhd.hangUp()
        }
    }

    func targetArrived(_ target: String, on mhd: MHDConnection) {
        open[mhd]?.targetArrived(target)
    }

    func proceed(
        _ mhd: MHDConnection, method: String, version: String, body: UnsafeRawBufferPointer
    ) -> Bool {
        guard !isAbandoned, let connection = open[mhd] else { return false }
        return unsafe connection.proceed(
            method: method, version: version, body: body, host: host, handler: handler)
    }

    func ended(_ mhd: MHDConnection, completed: Bool) {
        open[mhd]?.ended(completed: completed)
    }

    func closed(_ mhd: MHDConnection) {
        open.removeValue(forKey: mhd)?.close()
    }
}
