package import Primitives

/// What is fetched ahead of need: what might be gone by then, and not what many will still have.
///
/// Whoever came a moment ago would else take the whole window at once from those who came a moment
/// before, and load their uplinks with what could be asked of any other later.
extension Schedule {
    /// Of so many holders, one will be left.
    private static let enoughHolders = 3
    /// Holders that are looked at for one decision.
    private static let mostLooks = 24

    /// Whether enough peers will still have a far segment when it is not far any more.
    mutating func canWait(_ place: Int, ofTrack index: Int, at now: Moment) -> Bool {
        // At the live edge who has a segment is soon asked by all, and liars have everything.
        guard !tracks.entries[index].isLive, let last = tracks.entries[index].timings.last,
            let position = playhead.position(at: now)
        else { return false }
        let rate = playhead.rate(at: now)
        guard rate > 0 else { return false }
        let start = tracks.entries[index].timings[place].start
        let outlook = HolderOutlook(
            start: start.inSeconds, end: (last.start + last.duration).inSeconds,
            neededIn: (start - position).inSeconds / rate)
        let time = now.seconds(since: .start)
        var lasting = 0
        var next = tracks.entries[index].holders.first(in: place)
        for _ in 0..<Self.mostLooks {
            guard let slot = next else { break }
            let phase = peers.entries[slot.index].phase
            // Nobody knows how long one stays that does not say where it plays.
            let isLasting =
                peers.entries[slot.index].isEdge
                || phase > -.infinity
                    && outlook.lasts(
                        at: phase + time, keptBehind: peers.entries[slot.index].keptBehind)
            if isLasting { lasting += 1 }
            guard lasting < Self.enoughHolders else { return true }
            next = tracks.entries[index].holders.first(in: place, from: slot.index + 1)
        }
        return false
    }

    /// Whether the connected peers besides one are known to have a segment.
    ///
    /// Mutating, though it changes nothing: else a call would copy the schedule.
    package mutating func stock(of segment: SegmentID, besides peer: PeerID) -> UploadStock {
        guard let spot = tracks.place(of: segment) else { return .scarce }
        guard !tracks.entries[spot.track].isLive else { return .live }
        var count = tracks.entries[spot.track].holders.count(row: spot.place)
        if let slot = peers.slot(of: peer),
            tracks.entries[spot.track].holders.contains(slot, in: spot.place)
        {
            count -= 1
        }
        return count < Self.enoughHolders ? .scarce : .common
    }

    /// A peer that evicts what it has played long ago keeps what it has played since.
    mutating func noteEviction(of segment: SegmentID, by slot: PeerSlot, at now: Moment) {
        guard let spot = tracks.place(of: segment),
            let position = peers.entries[slot.index].position(at: now)
        else { return }
        let timing = tracks.entries[spot.track].timings[spot.place]
        let kept = (position - timing.start - timing.duration).inSeconds
        if kept >= 0 { peers.entries[slot.index].keptBehind = kept }
    }
}
