package import Primitives

/// Chooses the segments that leave the store when it holds more than its budget.
package struct EvictionPolicy: Sendable {
    /// Whether a segment may leave now.
    package enum Use: Hashable, Sendable {
        case idle
        /// A player waits for it, or it is being uploaded.
        case inUse
    }

    package struct Candidate: Sendable {
        package let segment: SegmentID
        package let bytes: Int
        /// Media time of the segment's start.
        package let start: Duration
        package let use: Use

        package init(segment: SegmentID, bytes: Int, start: Duration, use: Use) {
            self.segment = segment
            self.bytes = bytes
            self.start = start
            self.use = use
        }
    }

    /// Bytes that the store may hold.
    package let budget: Int

    package init(budget: Int) {
        precondition(budget >= 0, "a budget of \(budget) bytes")
        self.budget = budget
    }

    /// What leaves: first what was played, the longest ago first; then the furthest ahead.
    ///
    /// Stays over the budget when all that could leave is in use. Several players of one content
    /// give all their playheads; a segment counts as played when it is behind every one.
    package func victims(
        among stored: [Candidate], playheads: [Duration]
    ) -> [SegmentID] {
        var excess = stored.reduce(-budget) { $0 + $1.bytes }
        guard excess > 0 else { return [] }
        let earliest = playheads.min() ?? .zero
        let order = stored.filter { $0.use == .idle }.sorted { left, right in
            switch (left.start < earliest, right.start < earliest) {
            case (true, true): (left.start, left.segment) < (right.start, right.segment)
            case (false, false): (left.start, left.segment) > (right.start, right.segment)
            case (true, false): true
            case (false, true): false
            }
        }
        var victims: [SegmentID] = []
        for candidate in order where excess > 0 {
            victims.append(candidate.segment)
            excess -= candidate.bytes
        }
        return victims
    }
}
