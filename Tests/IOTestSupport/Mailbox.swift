import EventLoop

/// Values that one thread gives and another waits for, in order.
///
/// They pass under a lock, not through a continuation, whose hand-over a thread sanitizer cannot see.
package final class Mailbox<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    package init() {}

    package var count: Int { state.withLock { $0.values.count } }

    package func send(_ value: Value) {
        let waiter = state.withLock { state in
            state.values.append(value)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// For one waiter at a time.
    package func next() async -> Value {
        while true {
            if let value = state.withLock({ $0.values.isEmpty ? nil : $0.values.removeFirst() }) {
                return value
            }
            await withCheckedContinuation { waiter in
                let isThere = state.withLock { state in
                    guard state.values.isEmpty else { return true }
                    state.waiter = waiter
                    return false
                }
                if isThere { waiter.resume() }
            }
        }
    }
}
