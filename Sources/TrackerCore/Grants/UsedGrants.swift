import TrackerWire

/// Remembers which grants were used, for as long as they could be used again.
///
/// When it is full it takes no more, rather than forget one that could then be used twice.
struct UsedGrants: Sendable {
    private var ends: [GrantID: UInt64] = [:]
    private var nextPurge: UInt64 = 0

    var count: Int { ends.count }

    func contains(_ id: GrantID) -> Bool { ends[id] != nil }

    /// Whether another can be taken in; times are in seconds since 1970.
    mutating func hasRoom(limit: Int, at now: UInt64) -> Bool {
        if ends.count >= limit, now >= nextPurge {
            ends = ends.filter { $0.value >= now }
            // So that being full costs little.
            nextPurge = now + 1
        }
        return ends.count < limit
    }

    /// The grant was used, and could be until `end`.
    mutating func insert(_ id: GrantID, until end: UInt64) { ends[id] = end }
}
