package import Primitives

/// Ranks the members of a swarm for one segment: the first fetch it for all, the next stand by.
///
/// The tracker numbers edge nodes and viewers densely, each in a row of their own; whoever knows both
/// counts computes the same ranks. A member that knows old counts disagrees only about the segments
/// that the change moved: one in N for one member more.
package struct Election: Hashable, Sendable {
    /// Members that stand by behind the owners; others fetch only for themselves, when time runs out.
    package static let backups = 8
    /// More owners than these are not told apart.
    package static let mostOwners = 16
    /// Edge nodes that stand by before the first viewer does.
    package static let edgeBackups = 2
    /// More members than a tracker can number are an error of its, which must cost nothing here.
    private static let mostMembers = Int(Int32.max)

    package let slot: Int
    package let viewers: Int
    package let edges: Int
    package let isEdge: Bool

    /// Nil for a slot outside of the row of its kind.
    package init?(slot: Int, viewers: Int, edges: Int, isEdge: Bool) {
        guard (0...Self.mostMembers).contains(viewers), (0...Self.mostMembers).contains(edges),
            slot >= 0, slot < (isEdge ? edges : viewers)
        else { return nil }
        self.slot = slot
        self.viewers = viewers
        self.edges = edges
        self.isEdge = isEdge
    }

    package var population: Int { viewers + edges }

    /// Ranks from this one on belong to nobody.
    package static func ranks(owners: Int) -> Int { clamped(owners) + backups }

    /// The member's rank for a segment: below `owners` it fetches; nil when it does not stand by.
    package func rank(for segment: SegmentID, owners: Int) -> Int? {
        let edgeRanks = edgeRanks(owners: owners)
        let ranks = Self.ranks(owners: owners)
        return isEdge
            ? place(for: segment, among: edges, places: edgeRanks)
            : place(for: segment, among: viewers, places: ranks - edgeRanks)
                .map { $0 + edgeRanks }
    }

    /// Whether the member is one of the first `owners`; most are told so by one hash or none.
    package func isOwner(of segment: SegmentID, owners: Int) -> Bool {
        let owners = Self.clamped(owners)
        let places = isEdge ? owners : owners - min(owners, edges)
        return place(for: segment, among: isEdge ? edges : viewers, places: places) != nil
    }

    private func edgeRanks(owners: Int) -> Int {
        min(edges, Self.clamped(owners) + Self.edgeBackups)
    }

    private static func clamped(_ owners: Int) -> Int { min(max(1, owners), mostOwners) }

    /// The member's place among the first `places` of its row, each of which is another member.
    ///
    /// Each place is drawn by its own hash, and goes on to the next member who has none yet, so that a
    /// place moves only when its own draw or, rarely, that of one before does.
    private func place(for segment: SegmentID, among count: Int, places: Int) -> Int? {
        var taken = InlineArray<24, Int>(repeating: 0)
        var hash = SegmentHash(segment)
        for place in 0..<min(places, count) {
            var drawn = jumpConsistentHash(hash.next(), buckets: count)
            var before = 0
            while before < place {
                guard taken[before] == drawn else {
                    before += 1
                    continue
                }
                drawn = drawn + 1 < count ? drawn + 1 : 0
                before = 0
            }
            if drawn == slot { return place }
            taken[place] = drawn
        }
        return nil
    }
}
