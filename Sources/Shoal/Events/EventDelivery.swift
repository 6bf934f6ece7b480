import EventLoop

/// Calls one listener with its events, in order and one at a time; off the loops, which it may not hold up.
actor EventDelivery {
    nonisolated let listener: any P2PEventListener
    private nonisolated let queue = Locked(EventQueue())

    init(to listener: any P2PEventListener) {
        self.listener = listener
    }

    nonisolated func post(_ event: P2PEvent) {
        guard queue.withLock({ $0.post(event) }) else { return }
        // It ends with what is queued by then; whoever ends the delivery waits for the actor.
        Task { await self.deliver() }
    }

    /// Returns once the listener has heard all that was posted before.
    func deliver() {
        while let event = queue.withLock({ $0.next() }) { listener.hear(event) }
    }

    /// Has the listener hear what was posted before, and then nothing any more.
    nonisolated func end() async {
        queue.withLock { $0.end() }
        await deliver()
    }

    /// Returns once the listener is not being called and never will be.
    nonisolated func cancel() async {
        queue.withLock { $0.close() }
        await deliver()
    }
}
