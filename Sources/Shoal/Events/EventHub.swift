import EventLoop

/// Those who want to hear the events of one session, or of all sessions of a client.
final class EventHub: Sendable {
    /// A stream that nobody reads any more is not kept.
    private struct Stream: Sendable {
        weak let mailbox: EventMailbox?
    }

    private struct State {
        var deliveries: [EventDelivery] = []
        var streams: [Stream] = []
        /// How things stand, for those who come later.
        var standing = EventStanding()
        var isClosed = false
    }

    private let state = Locked(State())
    private let isOfOneSession: Bool

    /// Of one session, who is added hears first how it stands.
    init(isOfOneSession: Bool) { self.isOfOneSession = isOfOneSession }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Tells all; of one session always from the same thread, so that the order is kept.
    func post(_ event: P2PEvent) {
        let (deliveries, streams) = state.withLock { state in
            state.streams.removeAll { $0.mailbox == nil }
            if isOfOneSession { state.standing.take(event) }
            return (state.deliveries, state.streams)
        }
        for delivery in deliveries { delivery.post(event) }
        for stream in streams { stream.mailbox?.post(event) }
    }

    /// Adds a listener, once, to all that comes.
    func add(_ listener: any P2PEventListener) {
        let delivery = EventDelivery(to: listener)
        state.withLock { state in
            guard !state.isClosed, !state.deliveries.contains(where: { $0.listener === listener })
            else { return }
            // Before anybody else can post to it.
            for event in state.standing.events { delivery.post(event) }
            state.deliveries.append(delivery)
        }
    }

    /// Returns once the listener hears nothing any more.
    func remove(_ listener: any P2PEventListener) async {
        let removed = state.withLock { state -> EventDelivery? in
            state.deliveries.firstIndex { $0.listener === listener }.map {
                state.deliveries.remove(at: $0)
            }
        }
        await removed?.cancel()
    }

    /// The events from now on; ends when the hub is closed.
    func stream() -> AsyncStream<P2PEvent> {
        let mailbox = EventMailbox()
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            for event in state.standing.events { mailbox.post(event) }
            state.streams.append(Stream(mailbox: mailbox))
            return false
        }
        if isClosed { mailbox.close() }
        return AsyncStream(
            unfolding: { await mailbox.next() }, onCancel: { mailbox.close() })
    }

    /// Returns once every listener has heard what was posted before.
    func flush() async {
        for delivery in state.withLock(\.deliveries) { await delivery.deliver() }
    }

    /// Has listeners hear what was posted before, ends streams, and tells nobody anything any more.
    func close() async {
        let (deliveries, streams) = state.withLock { state in
            state.isClosed = true
            defer { state.streams = [] }
            return (state.deliveries, state.streams)
        }
        for stream in streams { stream.mailbox?.close() }
        // They stay until then: who closes at the same time waits, too.
        for delivery in deliveries { await delivery.end() }
        state.withLock { $0.deliveries = [] }
    }
}
