import EventLoop
import Primitives
import Synchronization

/// Gives `body` a loop of its own and shuts it down whatever happens.
func withLoop<Result>(
    _ body: (UVEventLoop) async throws -> Result
) async throws -> Result {
    let loop = try UVEventLoop(name: "test")
    do {
        let result = try await body(loop)
        await loop.shutdown()
        return result
    } catch {
        await loop.shutdown()
        throw error
    }
}

extension UVEventLoop {
    /// Runs `body` on the loop's thread and waits for what it returns.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { waiter in
            execute { waiter.resume(with: Swift.Result { try body() }) }
        }
    }
}

/// What several threads write down, in the order they did.
final class Log<Entry: Sendable>: Sendable {
    private let written = Mutex<[Entry]>([])

    var entries: [Entry] { written.withLock { $0 } }

    func append(_ entry: Entry) {
        written.withLock { $0.append(entry) }
    }

    func append(contentsOf entries: some Sequence<Entry>) {
        let entries = Array(entries)
        written.withLock { $0.append(contentsOf: entries) }
    }
}

extension SocketAddress {
    static let anyLoopbackPort = SocketAddress(ip: .loopback, port: 0)
    static let anyLoopbackPort6 = SocketAddress(ip: .v6(high: 0, low: 1), port: 0)
}
