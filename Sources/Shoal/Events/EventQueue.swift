/// Events that one listener or stream has not heard yet: few, since those that are outdone go.
struct EventQueue: Sendable {
    private enum State {
        case open
        /// What is here may still be taken.
        case ending
        case closed
    }

    /// Beyond it the oldest goes: a listener that is so far behind hears no story any more.
    static let longest = 64

    private var state = State.open
    private var events: [P2PEvent] = []

    /// False if nobody is to hear of it any more.
    mutating func post(_ event: P2PEvent) -> Bool {
        switch state {
        case .open: break
        case .ending, .closed: return false
        }
        if let last = events.last, let both = last.outdone(by: event) {
            events[events.count - 1] = both
        } else {
            events.append(event)
        }
        if events.count > Self.longest { events.removeFirst() }
        return true
    }

    mutating func next() -> P2PEvent? { events.isEmpty ? nil : events.removeFirst() }

    var isOver: Bool {
        switch state {
        case .open: false
        case .ending, .closed: events.isEmpty
        }
    }

    /// Takes no more; what is here may still be taken.
    mutating func end() {
        switch state {
        case .open: state = .ending
        case .ending, .closed: break
        }
    }

    /// Forgets what is here, too.
    mutating func close() {
        state = .closed
        events = []
    }
}

extension P2PEvent {
    /// What is left of the two, where nobody needs to hear both.
    fileprivate func outdone(by next: P2PEvent) -> P2PEvent? {
        switch (self, next) {
        case (.statistics, .statistics), (.peerCountChanged, .peerCountChanged): next
        case (.cdnFallback(let bytes), .cdnFallback(let more)): .cdnFallback(bytes: bytes + more)
        case (.ready, _), (.unavailable, _), (.peerCountChanged, _), (.cdnFallback, _),
            (.statistics, _), (.latencyModeChanged, _):
            nil
        }
    }
}
