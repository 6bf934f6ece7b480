import Engine
import EventLoop
import Origin
import Primitives
import SwarmCore

/// Asks the origin for something and, like for segments, asks again what may be over in a moment.
///
/// An attempt that is given up for another is not reported, but for what was already reported of it:
/// then another response follows, and the body begins anew.
actor OriginAttempts {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Until when an attempt may be given up for another.
    enum Patience: Sendable {
        case none
        case untilHead
        case untilEnd
    }

    private nonisolated let loop: UVEventLoop
    private let request: OriginRequest
    private let client: OriginClient
    private let onEvent: @Sendable (OriginEvent) -> Void
    private var patience: Patience
    private var retry = OriginRetry()
    private var fetch: OriginFetch?

    init(
        _ request: OriginRequest, client: OriginClient, patience: Patience, on loop: UVEventLoop,
        onEvent: @escaping @Sendable (OriginEvent) -> Void
    ) {
        self.request = request
        self.client = client
        self.patience = patience
        self.loop = loop
        self.onEvent = onEvent
    }

    /// The first event comes after the call.
    func begin() { ask(after: .zero) }

    func pause() { fetch?.pause() }

    func resume() { fetch?.resume() }

    /// Nothing is asked or reported any more.
    func cancel() {
        fetch?.cancel()
        fetch = nil
    }

    private func ask(after pause: Duration) {
        fetch = client.fetch(request, after: pause) { event in
            self.assumeIsolated { $0.received(event) }
        }
    }

    private func received(_ event: OriginEvent) {
        switch event {
        case .response(let response):
            if response.status >= 400, let pause = pause(after: .answered(status: response.status))
            {
                cancel()
                return ask(after: pause)
            }
            switch patience {
            case .none, .untilHead: patience = .none
            case .untilEnd: break
            }
            onEvent(event)
        case .body, .finished:
            onEvent(event)
        case .failed(let error):
            if let pause = pause(after: error.isPassing ? .interrupted : .impossible) {
                ask(after: pause)
            } else {
                onEvent(event)
            }
        }
    }

    private func pause(after failure: OriginRetry.Failure) -> Duration? {
        switch patience {
        case .none: nil
        case .untilHead, .untilEnd: retry.failed(failure, at: loop.now)
        }
    }
}
