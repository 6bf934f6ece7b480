import Primitives

/// The connected peers in the order of their playheads, so that the nearest ahead are found at once.
///
/// A playhead is kept as its phase: the media second that it would have shown when time began. What
/// plays at normal speed keeps its phase, so that only news move a peer. Peers whose playhead is
/// unknown come first.
struct PeerOrder: Sendable {
    struct Place: Sendable {
        let phase: Double
        let slot: PeerSlot
    }

    private(set) var places: [Place] = []

    static func phase(of position: Duration, at now: Moment) -> Double {
        position.inSeconds - now.seconds(since: .start)
    }

    /// The first place with at least this phase.
    func lowerBound(of phase: Double) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].phase < phase { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func insert(_ slot: PeerSlot, phase: Double) {
        places.insert(Place(phase: phase, slot: slot), at: lowerBound(of: phase))
    }

    mutating func remove(_ slot: PeerSlot, phase: Double) {
        var place = lowerBound(of: phase)
        while place < places.count, places[place].slot != slot { place += 1 }
        if place < places.count { places.remove(at: place) }
    }
}
