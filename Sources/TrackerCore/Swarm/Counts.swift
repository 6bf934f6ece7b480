/// How many members of each kind a swarm has.
struct Counts: Hashable, Sendable {
    var viewers = 0
    var edges = 0

    /// Whether so many more or fewer viewers shift what members elect: about three in a hundred.
    ///
    /// Below that, hearing of it costs more than the few segments that two members would fetch both.
    func differsWorthTelling(from other: Counts) -> Bool {
        edges != other.edges || 32 * abs(viewers - other.viewers) >= max(1, other.viewers)
    }
}
