import EventLoop

/// Values that one thread gives and another waits for, in order.
///
/// They pass under a lock, not through a continuation, whose hand-over a thread sanitizer cannot see.
package final class Mailbox<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiter: CheckedContinuation<Void, Never>?
        /// The test is over: nobody is to wait any more.
        var isWoken = false
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

    /// The oldest value, when there is one; for one waiter at a time.
    ///
    /// Throws when the test is over, so that its time limit can end it.
    package func next() async throws -> Value {
        try await withTaskCancellationHandler {
            while true {
                if let value = take() { return value }
                try Task.checkCancellation()
                await untilSent()
            }
        } onCancel: {
            wake()
        }
    }

    /// The same where a value is sure to come, also for a test that is over and cleans up.
    package func nextForCertain() async -> Value {
        while true {
            if let value = take() { return value }
            await untilSent()
        }
    }

    private func take() -> Value? {
        state.withLock { $0.values.isEmpty ? nil : $0.values.removeFirst() }
    }

    private func wake() {
        state.withLock { state in
            state.isWoken = true
            return state.waiter.take()
        }?.resume()
    }

    private func untilSent() async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                guard state.values.isEmpty, !state.isWoken else { return true }
                state.waiter = waiter
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
