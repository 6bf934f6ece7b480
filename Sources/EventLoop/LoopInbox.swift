/// What other threads have handed to a loop and it has not run yet, in the order they did.
struct LoopInbox {
    enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    /// What the sender must do so that its work is run.
    enum Wake {
        case nothing
        case loop
        /// The loop's thread is gone: a substitute must run the work.
        case substitute
    }

    private enum Phase {
        case running
        case over
        /// A substitute runs what came after the end.
        case substituted
    }

    private var work: [Work] = []
    private var phase = Phase.running

    var isOver: Bool {
        switch phase {
        case .running: false
        case .over, .substituted: true
        }
    }

    mutating func append(_ item: Work) -> Wake {
        let wasEmpty = work.isEmpty
        work.append(item)
        switch phase {
        case .running:
            return wasEmpty ? .loop : .nothing
        case .over:
            phase = .substituted
            return .substitute
        case .substituted:
            return .nothing
        }
    }

    /// Exchanges the waiting work for the emptied array of the batch before, so that both are reused.
    mutating func take(into batch: inout [Work]) {
        swap(&work, &batch)
    }

    /// True when nothing waits any more, and what comes from now on needs a substitute.
    mutating func end() -> Bool {
        guard work.isEmpty else { return false }
        phase = .over
        return true
    }
}
