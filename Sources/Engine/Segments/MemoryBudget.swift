import EventLoop
import SwarmCore

/// Memory for media that all sessions of a client have between them, on whatever loops they are.
package final class MemoryBudget: Sendable {
    fileprivate let shares: Locked<MemoryShares>

    /// `bytes` for all of them together.
    package init(_ bytes: Int) {
        shares = Locked(MemoryShares(budget: bytes))
    }
}

/// One session's part of it, for as long as this is held.
final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let holder: MemoryShares.Holder

    init(of budget: MemoryBudget) {
        self.budget = budget
        holder = budget.shares.withLock { $0.join() }
    }

    deinit { budget.shares.withLock { $0.leave(holder) } }

    /// Bytes that the session can count on, whatever others need.
    var equalShare: Int { budget.shares.withLock { $0.equalShare } }

    /// Bytes that the session, which uses so many now, may go on to use.
    func allowance(using bytes: Int) -> Int {
        budget.shares.withLock { $0.allowance(of: holder, using: bytes) }
    }
}
