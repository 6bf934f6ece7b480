import EventLoop
import Primitives

/// One fetch in flight: feeds its machine with what curl brings, and reports what follows.
///
/// Only the loop's thread touches it.
package final class OriginFetch: @unchecked Sendable {
    enum State {
        /// Until the pause is over, or the loop's next turn, so that the first event finds the caller
        /// holding the fetch.
        case waiting(
            OriginRequest, pause: LoopTimer?, onEvent: @Sendable (OriginEvent) -> Void)
        case active(FetchTransfer)
        case ended
    }

    enum Reading {
        case on
        /// The consumer wants nothing now; curl has not noticed, as nothing has come.
        case paused
        /// curl holds a piece back, and reads on when it is told.
        case held
    }

    let id: CredentialRequestID
    let client: OriginClient
    let loop: UVEventLoop
    var state: State
    var reading = Reading.on

    init(
        _ request: OriginRequest, id: CredentialRequestID, of client: OriginClient,
        onEvent: @escaping @Sendable (OriginEvent) -> Void
    ) {
        self.id = id
        self.client = client
        loop = client.loop
        state = .waiting(request, pause: nil, onEvent: onEvent)
    }

    func begin(after pause: Duration) {
        guard pause > .zero, case .waiting(let request, _, let onEvent) = state else {
            return loop.execute { self.begin() }
        }
        let timer = LoopTimer(on: loop) { [weak self] in self?.begin() }
        timer.arm(at: loop.now + pause)
        state = .waiting(request, pause: timer, onEvent: onEvent)
    }

    /// Stops body events; the origin is slowed down once the buffers on the way are full.
    package func pause() {
        loop.preconditionOnLoop()
        guard case .on = reading else { return }
        reading = .paused
        if case .active(let transfer) = state { transfer.clock.paused() }
    }

    /// Lets body events come again; none comes before the call returns.
    package func resume() {
        loop.preconditionOnLoop()
        switch reading {
        case .on:
            return
        case .paused:
            reading = .on
        case .held:
            reading = .on
            loop.execute { self.client.resume(self) }
        }
        guard case .active(let transfer) = state else { return }
        transfer.clock.resumed(at: loop.now)
        transfer.armTimer()
    }

    /// Ends the fetch without a further event; a body that is under way costs the connection.
    package func cancel() {
        loop.preconditionOnLoop()
        end(reporting: nil)
    }

    func fail(_ error: OriginError) { end(reporting: .failed(error)) }

    func end(reporting event: OriginEvent?) {
        let onEvent: @Sendable (OriginEvent) -> Void
        switch state {
        case .ended:
            return
        case .waiting(_, let pause, let handler):
            pause?.close()
            onEvent = handler
            state = .ended
            client.ended(self, nil)
        case .active(let transfer):
            onEvent = transfer.onEvent
            transfer.timer.close()
            state = .ended
            client.ended(self, transfer.easy)
        }
        if let event { onEvent(event) }
    }
}
