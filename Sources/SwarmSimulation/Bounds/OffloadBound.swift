/// What the theory allows a policy, and which of its formulas sets the limit.
package struct OffloadBound: Sendable, Equatable {
    package enum Limit: Sendable, Equatable {
        /// Somebody has to fetch each segment.
        case oneCopy
        /// The uplinks carry no more.
        case uplinks
        /// Each neighbourhood has a fetcher of its own.
        case neighbourhoods
        /// Nobody ahead holds it any more.
        case arrivals
        /// An edge node holds all of the film and stays on.
        case keptByEdge
        /// Peers are not asked.
        case policy
    }

    package let offload: Double
    package let limit: Limit

    package init(offload: Double, limit: Limit) {
        self.offload = offload
        self.limit = limit
    }

    static func least(_ offload: Double, _ limit: Limit, or other: Self) -> Self {
        offload < other.offload ? OffloadBound(offload: offload, limit: limit) : other
    }
}
