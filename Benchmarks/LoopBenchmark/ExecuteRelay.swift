import EventLoop

/// Hands a number back and forth between two loops, each of which is asleep when it comes.
struct ExecuteRelay {
    private let from: UVEventLoop
    private let to: UVEventLoop

    init(from: UVEventLoop, to: UVEventLoop) {
        self.from = from
        self.to = to
    }

    /// One hop per round.
    func run(_ rounds: Int) async -> UInt64 {
        await withCheckedContinuation { waiter in
            hop(rounds, value: 1) { waiter.resume(returning: $0) }
        }
    }

    private func hop(_ rounds: Int, value: UInt64, done: @escaping @Sendable (UInt64) -> Void) {
        guard rounds > 0 else { return done(value) }
        let loop = rounds.isMultiple(of: 2) ? to : from
        loop.execute { hop(rounds - 1, value: value &* 31 &+ 7, done: done) }
    }
}
