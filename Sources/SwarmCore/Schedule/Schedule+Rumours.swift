import Primitives

/// Word of a fetch that goes one connection further than the fetcher's own.
///
/// In a large swarm without edge nodes anybody may begin to fetch a segment, and most of the others are
/// not connected to who does. So whoever hears of a fetch from the fetcher itself tells its peers,
/// once; what was only told on is not told on again. It is believed for no longer than a fetch takes
/// to bring chunks to everybody: a fetcher that fails, or a liar, delays others by that time alone.
extension Schedule {
    /// From the first word of a fetch on, others wait so long for chunks of it.
    private static let belief = Duration.milliseconds(2_500)

    /// With fewer connections a member hears too little to begin on its own.
    private static let fewestPeers = 8

    /// Whether the member that fetches for all may be one to whom this one is not connected.
    private var hearsRumours: Bool {
        mutating get {
            guard owners == 1, election.isOfViewers, let population = election.population else {
                return false
            }
            return peers.directory.count >= Self.fewestPeers
                && peers.directory.count + 1 < population
        }
    }

    /// A peer fetches a segment, or knows only of somebody who does.
    mutating func heardOfFetch(
        of segment: SegmentID, isRumour: Bool, at now: Moment, into actions: inout [Action]
    ) {
        guard hearsRumours, let index = tracks.index(of: segment.track),
            tracks.entries[index].isLive,
            tracks.entries[index].heardOfFetch(of: segment.number, at: now), !isRumour
        else { return }
        // Who has something of it says so, and who fetches it has said so.
        if let record = segments.slot(of: segment),
            segments.entries[record.index].fetch != nil
                || segments.entries[record.index].isComplete
                || segments.entries[record.index].leaves == .known
        {
            return
        }
        actions.append(.tellRumour(segment))
    }

    /// Until when a segment is left to somebody who is said to fetch it.
    mutating func rumourEnd(of record: RecordSlot) -> Moment? {
        guard hearsRumours, let spot = segments.entries[record.index].place else { return nil }
        let number = segments.entries[record.index].id.number
        return tracks.entries[spot.track].fetchHeardAt(of: number).map { $0 + Self.belief }
    }

    // MARK: Who begins

    /// The shortest wait of those that do not stand by, and how much the longest is for each member.
    private static let openHeadStart = 0.2
    private static let openSpread = 0.03

    /// When a member that does not stand by fetches a live segment that nobody seems to have, or nil
    /// where that is left to those that do.
    ///
    /// Members look for a new segment at times that are spread over the duration of one, and those that
    /// stand by are not the first to see it. So anybody may begin, after a wait drawn at random: the
    /// longer, the more members there are, so that few begin before the word of the first has spread.
    mutating func openTurn(for record: RecordSlot, at now: Moment) -> Moment? {
        guard hearsRumours, isAmongViewers(record), let population = election.population,
            let timing = segments.entries[record.index].timing, timing.start < ownEnd
        else { return nil }
        let draw = diverse(segments.entries[record.index].id.number)
        let wait = Self.openHeadStart + Self.openSpread * Double(population) * draw
        return (segments.entries[record.index].firstSeenAt ?? now) + .seconds(wait)
    }
}
