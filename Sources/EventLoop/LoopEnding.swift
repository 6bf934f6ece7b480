/// Who waits for the end of a loop.
struct LoopEnding {
    enum Action {
        case begin
        case wait
        case alreadyOver
    }

    private enum State {
        case running
        case ending([@Sendable () -> Void])
        case over
    }

    private var state = State.running

    mutating func add(_ waiter: @escaping @Sendable () -> Void) -> Action {
        switch state {
        case .running:
            state = .ending([waiter])
            return .begin
        case .ending(let waiters):
            state = .ending(waiters + [waiter])
            return .wait
        case .over:
            return .alreadyOver
        }
    }

    /// The waiters to call, now that nothing of the loop runs any more.
    mutating func end() -> [@Sendable () -> Void] {
        defer { state = .over }
        switch state {
        case .running, .over:
            return []
        case .ending(let waiters):
            return waiters
        }
    }
}
