import EventLoop
import Origin

/// Carries out one call to a backend on the loop: what comes of it, and the time that it has.
actor BackendExchange {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let onOutcome: @Sendable (BackendCall.Outcome) -> Void
    private var call: BackendCall
    private var timer: LoopTimer?
    private var fetch: OriginFetch?

    init(
        _ call: BackendCall, on loop: UVEventLoop,
        onOutcome: @escaping @Sendable (BackendCall.Outcome) -> Void
    ) {
        self.call = call
        self.loop = loop
        self.onOutcome = onOutcome
    }

    /// The outcome comes once, after the call.
    func begin(_ request: OriginRequest, client: OriginClient) {
        let timer = LoopTimer(on: loop) { self.assumeIsolated { $0.timerFired() } }
        self.timer = timer
        timer.arm(at: call.deadline)
        fetch = client.fetch(request) { event in self.assumeIsolated { $0.received(event) } }
    }

    private func received(_ event: OriginEvent) {
        switch event {
        case .response: break
        case .body(let bytes): unsafe call.received(bytes)
        case .finished: end(call.finished())
        case .failed(let error): end(call.failed(error))
        }
    }

    private func timerFired() { end(call.timerFired(at: loop.now)) }

    private func end(_ outcome: BackendCall.Outcome?) {
        guard let outcome else { return }
        timer?.close()
        timer = nil
        fetch?.cancel()
        fetch = nil
        onOutcome(outcome)
    }
}
