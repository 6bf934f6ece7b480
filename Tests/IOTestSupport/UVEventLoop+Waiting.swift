package import EventLoop
import Primitives

extension UVEventLoop {
    /// Runs `body` on the loop's thread and waits for what it returns.
    package func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let box = Mailbox<Swift.Result<Result, any Error>>()
        execute { box.send(Swift.Result { try body() }) }
        return try await box.nextForCertain().get()
    }

    /// Waits until `condition`, asked on the loop every few milliseconds, holds.
    ///
    /// Throws when the test is over, so that its time limit can end it.
    package func until(_ condition: @escaping @Sendable () -> Bool) async throws {
        while try await run({ !condition() }) {
            try Task.checkCancellation()
            try await pass(.milliseconds(2))
        }
    }

    /// Waits for a timer of the loop.
    package func pass(_ duration: Duration) async throws {
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
