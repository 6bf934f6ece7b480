/// The most that peers can take off the CDN for viewers of a film who came at these times.
///
/// What `FilmBound` is on average over all that chance could make of the arrivals, this is for one
/// of them. All times are seconds.
package struct ArrivalsBound: Sendable {
    /// In ascending order.
    let arrivals: [Double]
    /// The length of the film.
    let film: Double
    /// How much of it is fetched ahead of the playhead.
    let prefetched: Double
    /// How long a viewer stays after the end.
    let seeding: Double

    package init(arrivals: [Double], film: Double, prefetched: Double, seeding: Double) {
        precondition(film > 0, "nothing to watch")
        self.arrivals = arrivals
        self.film = film
        self.prefetched = prefetched
        self.seeding = seeding
    }

    /// The bound for what is played within a span of time, or nil if nothing is.
    ///
    /// A viewer gets from the one before it what it can fetch until that one leaves: the film up to
    /// as much behind its own place then as is fetched ahead.
    package func offload(in span: ClosedRange<Double>) -> Double? {
        var played = 0.0
        var missed = 0.0
        var left = -Double.infinity
        for arrival in arrivals {
            let counted = (span.lowerBound - arrival)...(span.upperBound - arrival)
            let shared = left > arrival ? left - arrival + prefetched : 0
            played += Self.overlap(counted, from: 0, to: film)
            missed += Self.overlap(counted, from: min(shared, film), to: film)
            left = arrival + film + seeding
        }
        return played > 0 ? 1 - missed / played : nil
    }

    private static func overlap(
        _ span: ClosedRange<Double>, from start: Double, to end: Double
    ) -> Double {
        max(0, min(span.upperBound, end) - max(span.lowerBound, start))
    }
}
