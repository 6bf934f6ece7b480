import EventLoop

/// A number that callbacks count up and a test reads.
package final class Counter: Sendable {
    private let number = Locked(0)

    package init() {}

    package var count: Int { number.withLock { $0 } }

    package func add() { number.withLock { $0 += 1 } }
}
