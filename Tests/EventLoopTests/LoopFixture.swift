import EventLoop
import Primitives
import Testing

/// Gives `body` a loop of its own, and shuts it down whatever happens.
func withLoop(_ body: (UVEventLoop) async throws -> Void) async throws {
    let loop = try UVEventLoop(name: "test")
    do {
        try await body(loop)
        await loop.shutdown()
    } catch {
        await loop.shutdown()
        throw error
    }
}

extension UVEventLoop {
    /// Runs `body` on the loop's thread and waits for what it returns.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { waiter in
            execute { waiter.resume(with: Result { try body() }) }
        }
    }

    /// Lets the loop turn until every handle is gone; the suite's time limit is the limit.
    func untilNothingIsOpen() async throws {
        while try await run({ self.openHandleCount }) > 0 {
            try Task.checkCancellation()
        }
    }
}

/// What several threads write down, in the order they did.
final class Log<Entry: Sendable>: Sendable {
    private let written = Locked<[Entry]>([])

    var entries: [Entry] { written.withLock { $0 } }

    func append(_ entry: Entry) {
        written.withLock { $0.append(entry) }
    }
}

/// A box that a callback fills, for callbacks that need what they are part of.
final class Late<Value: Sendable>: Sendable {
    private let stored = Locked<Value?>(nil)

    var value: Value? { stored.withLock { $0 } }

    func set(_ value: Value) {
        stored.withLock { $0 = value }
    }
}

extension SocketAddress {
    static let anyLoopbackPort = SocketAddress(ip: .loopback, port: 0)
    static let anyLoopbackPort6 = SocketAddress(ip: .v6(high: 0, low: 1), port: 0)
}
