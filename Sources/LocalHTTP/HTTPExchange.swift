import EventLoop

/// One request and its answer; touched on the server's loop only.
package final class HTTPExchange: @unchecked Sendable {
    private enum State {
        /// The handler is being called: an answer can be sent before it returns.
        case called
        /// Suspended until there is an answer.
        case parked
        /// There is an answer, which waits for the daemon to ask.
        case answered(HTTPResponse)
        /// The daemon sends the answer.
        case sending
        /// The source is asked right now; it may have called `resume()` meanwhile.
        case reading(resumed: Bool)
        /// Suspended until the source has more.
        case starved
        /// The client went while the connection was suspended; the daemon is about to notice.
        case abandoned
        case closed(completed: Bool)
    }

    /// What the daemon does next with a request whose head it has.
    enum Step {
        case suspend
        case send(HTTPResponse)
        case drop
    }

    package let request: HTTPRequest
    /// What whoever asks for the same is known by, where answers are kept ready.
    private let plain: (request: PlainRequest, ready: ReadyAnswers)?
    private let loop: UVEventLoop
    private let connection: MHDConnection
    private let hangup: HangupWatch
    private let wakeup: DaemonWakeup
    private var state = State.called
    private var closedHandler: (@Sendable (_ completed: Bool) -> Void)?
    private var observer: (@Sendable (HTTPOutcome) -> Void)?
    private var status: Int?
    private var bytes = 0

    init(
        request: HTTPRequest, plain: (request: PlainRequest, ready: ReadyAnswers)?,
        connection: MHDConnection, hangup: HangupWatch, wakeup: DaemonWakeup, on loop: UVEventLoop
    ) {
        self.request = request
        self.plain = plain
        self.connection = connection
        self.hangup = hangup
        self.wakeup = wakeup
        self.loop = loop
    }

    package func respond(status: Int, headers: [(String, String)], body: [UInt8]) {
        answer(HTTPResponse(status: status, headers: headers, body: .bytes(body)))
    }

    /// Answers with a body that is read while it is sent.
    ///
    /// Without a length the answer is chunked, or ends with its connection in HTTP/1.0.
    package func respond(
        status: Int, headers: [(String, String)], length: Int?, source: HTTPBodySource
    ) {
        let body = HTTPResponse.Body.stream(length: length, source)
        answer(HTTPResponse(status: status, headers: headers, body: body))
    }

    /// Calls back once when the answer has left whole, or will not any more.
    ///
    /// While a connection waits for the handler or the source, its client's half-close counts as gone.
    package func onClosed(_ handler: @escaping @Sendable (_ completed: Bool) -> Void) {
        loop.preconditionOnLoop()
        if case .closed(let completed) = state {
            handler(completed)
        } else {
            closedHandler = handler
        }
    }

    /// Calls back once with what became of the exchange, after whoever `onClosed` has.
    package func observe(_ observer: @escaping @Sendable (HTTPOutcome) -> Void) {
        loop.preconditionOnLoop()
        self.observer = observer
    }

    /// Whether an answer may be kept for others.
    package var canKeep: Bool { plain != nil }

    /// Keeps an answer for whoever asks for the same, which this request was given or is about to be.
    package func keep(_ answer: ReadyAnswer) {
        loop.preconditionOnLoop()
        guard let plain else { return }
        plain.ready.keep(answer, for: plain.request, at: loop.now)
    }

    /// Says that the source that answered `.wait` has more, or knows that it never will.
    package func resume() {
        loop.preconditionOnLoop()
        switch state {
        case .starved:
            state = .sending
            wake()
        case .reading:
            state = .reading(resumed: true)
        case .called, .parked, .answered, .sending:
            // The source is going to be asked anyway.
            break
        case .abandoned, .closed:
            // More bytes came before the source heard that nobody wants them.
            break
        }
    }

    private func answer(_ response: HTTPResponse) {
        loop.preconditionOnLoop()
        status = response.status
        switch state {
        case .called:
            state = .answered(response)
        case .parked:
            state = .answered(response)
            wake()
        case .abandoned, .closed:
            // The client left while the handler was at work.
            break
        case .answered, .sending, .reading, .starved:
            preconditionFailure("a request is answered once")
        }
    }

    private func wake() {
        hangup.ignore()
        connection.resume()
        wakeup.request()
    }
}

// MARK: The daemon's side

extension HTTPExchange {
    func nextStep() -> Step {
        switch state {
        case .called, .parked:
            state = .parked
            park()
            return .suspend
        case .answered(let response):
            state = .sending
            return .send(response)
        case .abandoned, .closed:
            return .drop
        case .sending, .reading, .starved:
            preconditionFailure("the daemon has the answer")
        }
    }

    /// A body that is not read, but given away whole.
    func hands(over count: Int) { bytes += count }

    /// False when the body is not wanted any more.
    func beginRead() -> Bool {
        switch state {
        case .sending:
            state = .reading(resumed: false)
            return true
        case .abandoned, .closed:
            return false
        case .called, .parked, .answered, .reading, .starved:
            preconditionFailure("a body is read after its head was sent, one read at a time")
        }
    }

    /// False when the server was closed by the source itself.
    func endRead(_ count: Int) -> Bool {
        guard case .reading = state else { return false }
        bytes += count
        state = .sending
        return true
    }

    /// Suspends the connection until the source has more.
    func starve() -> Bool {
        guard case .reading(let resumed) = state else { return false }
        state = .starved
        park()
        if resumed { resume() }
        return true
    }

    func reset() {
        guard case .reading = state else { return }
        state = .abandoned
        connection.reset()
    }

    /// Reports the end, once; a suspended connection is given back to the daemon.
    func close(completed: Bool) {
        let wasSuspended =
            switch state {
            case .parked, .starved: true
            case .called, .answered, .sending, .reading, .abandoned, .closed: false
            }
        state = .closed(completed: completed)
        if wasSuspended { wake() }
        let handler = closedHandler
        closedHandler = nil
        handler?(completed)
        observer?(HTTPOutcome(status: status, bytes: bytes, isComplete: completed))
        observer = nil
    }

    private func park() {
        connection.suspend()
        hangup.start { [weak self] in self?.abandon() }
    }

    private func abandon() {
        switch state {
        case .parked, .starved:
            state = .abandoned
            wake()
        case .called, .answered, .sending, .reading, .abandoned, .closed:
            preconditionFailure("only suspended connections are watched")
        }
    }
}
