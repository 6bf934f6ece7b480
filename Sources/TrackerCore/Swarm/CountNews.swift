import Primitives

/// Decides when the members of a swarm are told its counts: soon, and not for each that comes or goes.
///
/// A change of the edge nodes is told at once, since one that is gone leaves every segment without its
/// owner. Viewers are gathered, and told when they have become so many more or fewer that it matters;
/// who announces meanwhile hears of them anyway.
struct CountNews: Sendable {
    private var told = Counts()
    private var toldAt: Moment?
    private var edgesToldAt: Moment?
    /// When the members are to be told, and nothing else is to be set for them.
    private(set) var dueAt: Moment?

    /// The counts are now these; returns when to call `isDue`, if that is news.
    mutating func changed(to counts: Counts, at now: Moment, limits: SwarmLimits) -> Moment? {
        guard counts.differsWorthTelling(from: told) else { return nil }
        let members = counts.viewers + counts.edges
        let pause = Duration.seconds(members) / max(1, limits.populationMessagesPerSecond)
        let due: Moment
        if counts.edges != told.edges {
            due = max(now, edgesToldAt.map { $0 + pause } ?? now)
        } else {
            let soonest = now + max(limits.populationInterval, pause)
            due = max(soonest, toldAt.map { $0 + pause } ?? now)
        }
        guard due < dueAt ?? .distantFuture else { return nil }
        dueAt = due
        return due
    }

    /// Whether the members are to be told these counts now; they are from then on.
    ///
    /// It may be that all is as it was: who came in between was told otherwise.
    mutating func areDue(_ counts: Counts, at now: Moment) -> Bool {
        guard let dueAt, dueAt <= now else {
            // An edge node's change has brought the moment forward meanwhile.
            return false
        }
        self.dueAt = nil
        if counts.edges != told.edges { edgesToldAt = now }
        toldAt = now
        told = counts
        return true
    }
}
