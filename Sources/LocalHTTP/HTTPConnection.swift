import EventLoop
import Primitives

/// One TCP connection and the request on it; touched on the server's loop only.
final class HTTPConnection {
    private enum State {
        /// Between requests, or amid the head of one, which must be whole by the deadline.
        case receiving(target: String?, deadline: Moment)
        /// The head is acceptable; the daemon brings the body, if there is one, and asks again.
        case received(HTTPRequest, PlainRequest?, deadline: Moment)
        case inHand(HTTPExchange)
        /// There is an answer that was ready; it is sent when the daemon asks again, which ends the
        /// connection after an answer that comes before that.
        case ready(ReadyAnswers.Prepared, since: Moment)
        /// A refusal is being sent, and then the connection ends.
        case refusing
    }

    private let mhd: MHDConnection
    private let loop: UVEventLoop
    private let limits: HTTPLimits
    private let wakeup: DaemonWakeup
    private let hangup: HangupWatch
    private let ready: ReadyAnswers?
    /// Made once, and not for each request.
    private let nudge: () -> Void
    private var state: State

    init(
        _ mhd: MHDConnection, limits: HTTPLimits, ready: ReadyAnswers?, wakeup: DaemonWakeup,
        on loop: UVEventLoop
    ) throws(LoopError) {
        self.ready = ready
        self.mhd = mhd
        self.limits = limits
        self.wakeup = wakeup
        self.loop = loop
        nudge = { mhd.nudge() }
        hangup = try HangupWatch(descriptor: mhd.descriptor, on: loop)
        state = .receiving(target: nil, deadline: loop.now + limits.headerTime)
        watch()
    }

    /// When a client that is still sending its request is hung up on.
    var deadline: Moment? {
        switch state {
        case .receiving(_, let deadline), .received(_, _, let deadline): deadline
        case .inHand, .ready, .refusing: nil
        }
    }

    /// Whether there is a request that is not wholly answered.
    var isInHand: Bool {
        switch state {
        case .inHand, .ready: true
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
            let isPlain = ready != nil && method == "GET" && mhd.headerBytes <= limits.headerBytes
            let plain = isPlain ? mhd.plainRequest(for: target) : nil
            let now = loop.now
            if let plain, let prepared = ready?.answer(to: plain, at: now) {
                hangup.ignore()
                state = .ready(prepared, since: now)
                prepared.answer.onBegun()
                return true
            }
            let request = HTTPRequest(
                method: method, target: target, headers: mhd.headers(),
                version: version == "HTTP/1.0" ? .http10 : .http11)
            return receive(request, plain, host: host)
        case .received(var request, let plain, let deadline) where unsafe !body.isEmpty:
            guard request.body.count + body.count <= limits.bodyBytes else { return false }
            unsafe request.body += body
            state = .received(request, plain, deadline: deadline)
            return true
        case .received(let request, let plain, _):
            let exchange = HTTPExchange(
                request: request, plain: plain.flatMap { plain in ready.map { (plain, $0) } },
                connection: mhd, hangup: hangup, wakeup: wakeup, on: loop)
            state = .inHand(exchange)
            handler(exchange)
            return advance(exchange)
        case .inHand(let exchange):
            return advance(exchange)
        case .ready(let prepared, _):
            return mhd.queue(prepared.response, status: prepared.answer.status)
        case .refusing:
            return false
        }
    }

    /// The answer has left, or never will.
    func ended(completed: Bool) {
        let now = loop.now
        tellEnd(completed: completed, at: now)
        state = .receiving(target: nil, deadline: now + limits.idleTime)
        watch()
    }

    /// Reports to whoever waits for an answer that the server has closed.
    func abandon() {
        tellEnd(completed: false, at: loop.now)
        if case .ready = state { state = .refusing }
    }

    func close() {
        hangup.close()
    }

    private func watch() { hangup.start(nudge) }

    private func tellEnd(completed: Bool, at now: Moment) {
        switch state {
        case .inHand(let exchange):
            exchange.close(completed: completed)
        case .ready(let prepared, let start):
            let answer = prepared.answer
            answer.onServed(
                HTTPOutcome(
                    status: answer.status, bytes: answer.body.count, isComplete: completed),
                now - start)
        case .receiving, .received, .refusing:
            break
        }
    }

    private func receive(
        _ request: HTTPRequest, _ plain: PlainRequest?, host: HostRule
    ) -> Bool {
        let refusal = RequestRefusal(
            of: request, headerBytes: mhd.headerBytes, limits: limits, host: host)
        hangup.ignore()
        guard let refusal else {
            state = .received(request, plain, deadline: loop.now + limits.headerTime)
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
