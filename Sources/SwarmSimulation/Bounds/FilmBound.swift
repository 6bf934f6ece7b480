/// The most that peers can take off the CDN when viewers of a film arrive by chance (Poisson).
///
/// Everyone keeps what was watched until leaving. Formulas of the scheduling note, "What bounds
/// offload".
package struct FilmBound: Sendable, Equatable {
    /// Viewers at one time, on average: n.
    package let viewers: Double
    /// The share of the film that is fetched ahead of the playhead: w.
    package let prefetched: Double
    /// How long a viewer stays after the end, in lengths of the film: s.
    package let seeding: Double

    package init(viewers: Double, prefetched: Double = 0, seeding: Double = 0) {
        precondition(viewers > 0, "somebody has to watch")
        precondition((0...1).contains(prefetched), "a share of the film, not \(prefetched)")
        precondition(seeding >= 0, "nobody leaves before the end")
        self.viewers = viewers
        self.prefetched = prefetched
        self.seeding = seeding
    }

    /// 1 − e^(−ns)·[(e^(−nw) − e^(−n))/n + w·e^(−n)].
    ///
    /// A segment comes from the CDN when nobody ahead holds it any more. Without prefetch and
    /// seeding that is 1 − (1 − e^(−n))/n.
    package var offload: Double {
        let alone = Exponential.of(-viewers)
        let gap = (Exponential.of(-viewers * prefetched) - alone) / viewers + prefetched * alone
        return 1 - Exponential.of(-viewers * seeding) * gap
    }

    /// 1 + 1/2 + … + 1/N: the load of the viewer in front, in bitrates, when each viewer takes from
    /// any of those ahead with equal chance.
    ///
    /// Whoever takes from the nearest ahead loads nobody with more than one bitrate.
    package static func busiestUpload(uniformChoiceAmong viewers: Int) -> Double {
        (1...max(1, viewers)).reduce(0) { $0 + 1 / Double($1) }
    }
}
