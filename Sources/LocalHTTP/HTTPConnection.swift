import EventLoop
import Primitives

/// One TCP connection and the request on it; touched on the server's loop only.
final class HTTPConnection {
    private enum State {
        /// Between requests, or amid the head of one, which must be whole by the deadline.
        case receiving(target: String?, deadline: Moment)
        /// The head is acceptable; the daemon brings the body, if there is one, and asks again.
        case received(HTTPRequest, deadline: Moment)
        case inHand(HTTPExchange)
        /// A refusal is being sent, and then the connection ends.
        case refusing
    }

    private let mhd: MHDConnection
    private let loop: UVEventLoop
    private let limits: HTTPLimits
    private let wakeup: DaemonWakeup
    private let hangup: HangupWatch
    private var state: State

    init(
        _ mhd: MHDConnection, limits: HTTPLimits, wakeup: DaemonWakeup, on loop: UVEventLoop
    ) throws(LoopError) {
        self.mhd = mhd
        self.limits = limits
        self.wakeup = wakeup
        self.loop = loop
        hangup = try HangupWatch(descriptor: mhd.descriptor, on: loop)
        state = .receiving(target: nil, deadline: loop.now + limits.headerTime)
        watch()
    }

    /// When a client that is still sending its request is hung up on.
    var deadline: Moment? {
        switch state {
        case .receiving(_, let deadline), .received(_, let deadline): deadline
        case .inHand, .refusing: nil
        }
    }

    /// Whether there is a request that is not wholly answered.
    var isInHand: Bool {
        switch state {
        case .inHand: true
        case .receiving, .received, .refusing: false
        }
    }

    func expire(at now: Moment) {
        guard let deadline, deadline <= now else { return }
        // The daemon reads the end of the connection and clears up as if the client had left.
        state = .refusing
        mhd.hangUp()
    }

    func targetArrived(_ target: String) {
        guard case .receiving(_, let deadline) = state else { return }
        state = .receiving(
            target: target, deadline: min(deadline, loop.now + limits.headerTime))
    }

    /// Takes a request one step on; false ends the connection.
    func proceed(
        method: String, version: String, body: UnsafeRawBufferPointer, host: HostRule,
        handler: (HTTPExchange) -> Void
    ) -> Bool {
        switch state {
        case .receiving(nil, _):
            return false
        case .receiving(let target?, _):
            let request = HTTPRequest(
                method: method, target: target, headers: mhd.headers(),
                version: version == "HTTP/1.0" ? .http10 : .http11)
            return receive(request, host: host)
        case .received(var request, let deadline) where unsafe !body.isEmpty:
            guard request.body.count + body.count <= limits.bodyBytes else { return false }
            unsafe request.body += body
            state = .received(request, deadline: deadline)
            return true
        case .received(let request, _):
            let exchange = HTTPExchange(
                request: request, connection: mhd, hangup: hangup, wakeup: wakeup, on: loop)
            state = .inHand(exchange)
            handler(exchange)
            return advance(exchange)
        case .inHand(let exchange):
            return advance(exchange)
        case .refusing:
            return false
        }
    }

    /// The answer has left, or never will.
    func ended(completed: Bool) {
        if case .inHand(let exchange) = state { exchange.close(completed: completed) }
        state = .receiving(target: nil, deadline: loop.now + limits.idleTime)
        watch()
    }

    /// Reports to whoever waits for an answer that the server has closed.
    func abandon() {
        if case .inHand(let exchange) = state { exchange.close(completed: false) }
    }

    func close() {
        hangup.close()
    }

    private func watch() {
        hangup.start { [mhd] in mhd.nudge() }
    }

    private func receive(_ request: HTTPRequest, host: HostRule) -> Bool {
        let refusal = RequestRefusal(
            of: request, headerBytes: mhd.headerBytes, limits: limits, host: host)
        hangup.ignore()
        guard let refusal else {
            state = .received(request, deadline: loop.now + limits.headerTime)
            return true
        }
        state = .refusing
        guard let response = MHDResponse(refusal, limits) else { return false }
        return mhd.queue(response, status: refusal.rawValue)
    }

    private func advance(_ exchange: HTTPExchange) -> Bool {
        switch exchange.nextStep() {
        case .suspend:
            return true
        case .send(let response):
            guard let answer = MHDResponse(response, for: exchange) else { return false }
            return mhd.queue(answer, status: response.status)
        case .drop:
            return false
        }
    }
}
