import EventLoop

/// The events that one stream is still to give; it lives for as long as the stream.
final class EventMailbox: Sendable {
    private struct State {
        var queue = EventQueue()
        var waiting: [CheckedContinuation<P2PEvent?, Never>] = []
    }

    private enum Turn {
        case wait
        case end
        case event(P2PEvent)
    }

    private let state = Locked(State())

    func post(_ event: P2PEvent) {
        let reader = state.withLock { state -> (CheckedContinuation<P2PEvent?, Never>, P2PEvent)? in
            guard state.queue.post(event), !state.waiting.isEmpty, let next = state.queue.next()
            else { return nil }
            return (state.waiting.removeFirst(), next)
        }
        if let (waiting, event) = reader { waiting.resume(returning: event) }
    }

    /// The next event, or nil when there are no more.
    func next() async -> P2PEvent? {
        await withCheckedContinuation { continuation in
            let turn = state.withLock { state -> Turn in
                if let event = state.queue.next() { return .event(event) }
                if state.queue.isOver { return .end }
                state.waiting.append(continuation)
                return .wait
            }
            switch turn {
            case .wait: break
            case .end: continuation.resume(returning: nil)
            case .event(let event): continuation.resume(returning: event)
            }
        }
    }

    /// Ends the stream, now.
    func close() {
        let waiting = state.withLock { state in
            state.queue.close()
            defer { state.waiting = [] }
            return state.waiting
        }
        for reader in waiting { reader.resume(returning: nil) }
    }
}
