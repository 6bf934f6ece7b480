import EventLoop
import Primitives

extension UVEventLoop {
    /// Runs `body` on the loop's thread and waits for what it returns.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { waiter in
            execute { waiter.resume(with: Swift.Result { try body() }) }
        }
    }

    /// Waits until `condition`, asked on the loop every few milliseconds, holds.
    func until(_ condition: @escaping @Sendable () -> Bool) async throws {
        while try await run({ !condition() }) {
            try await pass(.milliseconds(2))
        }
    }

    /// Waits for a timer of the loop.
    func pass(_ duration: Duration) async throws {
        let timer = Log<LoopTimer>()
        await withCheckedContinuation { waiter in
            execute {
                let made = LoopTimer(on: self) {
                    for timer in timer.entries { timer.close() }
                    waiter.resume()
                }
                timer.append(made)
                made.arm(at: self.now + duration)
            }
        }
    }
}

/// What the loop writes down and a test reads.
final class Log<Entry: Sendable>: Sendable {
    private let written = Locked<[Entry]>([])

    var entries: [Entry] { written.withLock { $0 } }
    var count: Int { written.withLock { $0.count } }

    func append(_ entry: Entry) {
        written.withLock { $0.append(entry) }
    }

    func takeAll() -> [Entry] {
        written.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }

    func append(contentsOf entries: [Entry]) {
        written.withLock { $0.append(contentsOf: entries) }
    }
}
