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
    /// When to look for clients that take too long: no deadline is before it.
    private var expireAt: Moment?
    private let isForEverybody: Bool
    /// Where hosts and credentials make no difference.
    private let ready: ReadyAnswers?

    /// Who may be late by that much: hundreds of clients are not looked at for each of them.
    private var tolerance: Duration { leastTime / 64 }
    private var leastTime: Duration { min(limits.headerTime, limits.idleTime) }

    init(
        isForEverybody: Bool, limits: HTTPLimits, wakeup: DaemonWakeup, on loop: UVEventLoop,
        handler: @escaping @Sendable (HTTPExchange) -> Void
    ) {
        self.isForEverybody = isForEverybody
        ready = isForEverybody ? ReadyAnswers(most: limits.readyAnswers) : nil
        self.limits = limits
        self.wakeup = wakeup
        self.loop = loop
        self.handler = handler
    }

    func listens(on port: UInt16) { host = isForEverybody ? .everyName : HostRule(port: port) }

    /// Requests that are not wholly answered.
    var inHand: Int { open.values.count(where: \.isInHand) }

    /// When to `look`.
    var lookAt: Moment? {
        guard let expireAt, let sweepAt = ready?.sweepAt else { return expireAt ?? ready?.sweepAt }
        return min(expireAt, sweepAt)
    }

    /// Looks for what is over: clients that take too long, answers that do not hold any more.
    func look(at now: Moment) {
        expire(at: now)
        ready?.sweep(at: now)
    }

    private func expire(at now: Moment) {
        guard let expireAt, expireAt <= now else { return }
        for connection in open.values { connection.expire(at: now) }
        let earliest = open.values.compactMap(\.deadline).min()
        // Deadlines that are still to come are no earlier than that, either.
        let latest = now + leastTime
        self.expireAt = open.isEmpty ? nil : max(now + tolerance, min(earliest ?? latest, latest))
    }

    /// Ends every exchange; from here on requests are dropped and no handler is called.
    func abandon() {
        isAbandoned = true
        ready?.clear()
        for connection in open.values { connection.abandon() }
    }

    /// What the daemon is to give back with all that it says of the connection, until it is closed.
    func opened(_ mhd: MHDConnection) -> HTTPConnection? {
        mhd.limitUnread(to: limits.unreadBytes)
        do throws(LoopError) {
            let connection = try HTTPConnection(
                mhd, limits: limits, ready: ready, wakeup: wakeup, on: loop)
            open[mhd] = connection
            if expireAt == nil { expireAt = loop.now + leastTime }
            return connection
        } catch {
            // A client whose end would go unnoticed is not served.
            mhd.hangUp()
            return nil
        }
    }

    func proceed(
        _ mhd: MHDConnection, method: String, version: String, body: UnsafeRawBufferPointer
    ) -> Bool {
        guard !isAbandoned, let connection = mhd.served else { return false }
        return unsafe connection.proceed(
            method: method, version: version, body: body, host: host, handler: handler)
    }

    func closed(_ mhd: MHDConnection) {
        open.removeValue(forKey: mhd)?.close()
    }
}
