/// How much of one budget of memory each of several sessions may use.
///
/// Nobody is held to less than an equal share, and what others leave of theirs can be used meanwhile: who has
/// done so lets go of it again as they come to need it.
package struct MemoryShares: Sendable {
    /// Names one session.
    package struct Holder: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Bytes for all.
    package let budget: Int
    private var uses: [Holder: Int] = [:]
    private var used = 0
    private var nextNumber = 0

    package init(budget: Int) {
        precondition(budget >= 0, "a budget of \(budget) bytes")
        self.budget = budget
    }

    /// Bytes that everybody can count on.
    package var equalShare: Int { budget / max(uses.count, 1) }

    package mutating func join() -> Holder {
        let holder = Holder(number: nextNumber)
        nextNumber += 1
        uses[holder] = 0
        return holder
    }

    package mutating func leave(_ holder: Holder) { used -= uses.removeValue(forKey: holder) ?? 0 }

    /// Bytes that the holder, which uses so many now, may go on to use; none of one that has left.
    package mutating func allowance(of holder: Holder, using bytes: Int) -> Int {
        guard let before = uses[holder] else { return 0 }
        let others = used - before
        let allowed = max(equalShare, budget - others)
        uses[holder] = min(bytes, allowed)
        used = others + min(bytes, allowed)
        return allowed
    }
}
