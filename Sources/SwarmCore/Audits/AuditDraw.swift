import Primitives

/// Draws which of the segments that peers delivered are fetched once more from the origin, as an alarm.
///
/// An audit proves nothing to others, and delays nobody: it shows an operator, by the ledger, that
/// something was vouched for which the origin does not serve.
package struct AuditDraw: Sendable {
    /// Of a thousand segments; more than that is each of them.
    package var perThousand = 0
    private var random: SeededRandom
    private var isRunning = false

    /// Whoever knows the seed knows which segments are never looked at: it has to be a secret.
    package init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// A segment is complete, and peers gave it; true if it is to be audited now.
    ///
    /// One at a time: what is drawn meanwhile goes unaudited, so that a large share costs no flood.
    package mutating func delivered() -> Bool {
        // Drawn whatever is under way, or the numbers would tell of that.
        let isDrawn = Int.random(in: 0..<1000, using: &random) < perThousand
        guard isDrawn, !isRunning else { return false }
        isRunning = true
        return true
    }

    /// The audit that `delivered` asked for is over.
    package mutating func ended() { isRunning = false }
}
