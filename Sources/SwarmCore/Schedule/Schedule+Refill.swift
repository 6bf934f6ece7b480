import Primitives

extension Schedule {
    /// Segments that are tried for one peer that has come free.
    private static let mostTries = 4
    /// Near and far places that are looked at for one choice.
    private static let mostLooks = 24

    /// A pause that the peer had asked for is over.
    mutating func released(_ slot: PeerSlot, at now: Moment, into actions: inout [Action]) {
        listen(to: slot)
        refill(slot, at: now, into: &actions)
    }

    /// Gives a peer that has room more to do: the nearest deadline first, then what is far and rare.
    mutating func refill(_ slot: PeerSlot, at now: Moment, into actions: inout [Action]) {
        guard arePeersEnabled, peers.entries[slot.index].uploads else { return }
        for _ in 0..<Self.mostTries {
            let before =
                peers.entries[slot.index].window.count
                + peers.entries[slot.index].leavesAsked
            guard peers.entries[slot.index].window.wantsMore,
                peers.entries[slot.index].busyUntil <= now,
                let place = nextWork(for: slot, at: now)
            else { return }
            takeUp(place, at: now, into: &actions)
            let after =
                peers.entries[slot.index].window.count
                + peers.entries[slot.index].leavesAsked
            // Others suit better for what this one has.
            guard after > before else { return }
        }
    }

    /// What a peer is best asked for: what it has of the near part by deadline; then of the far
    /// part what the fewest have, so that it does not get lost with them.
    private mutating func nextWork(for slot: PeerSlot, at now: Moment) -> TrackPlace? {
        var best: (place: TrackPlace, start: Duration)?
        for track in selectedTracks {
            guard let index = tracks.index(of: track),
                let place = nearWork(for: slot, index, at: now)
            else { continue }
            let start = tracks.entries[index].timings[place].start
            if best.map({ start < $0.start }) ?? true {
                best = (TrackPlace(track: index, place: place), start)
            }
        }
        if let best { return best.place }
        guard !isPressed(at: now) else { return nil }
        for track in selectedTracks {
            guard let index = tracks.index(of: track),
                let place = farWork(for: slot, index, at: now)
            else { continue }
            return TrackPlace(track: index, place: place)
        }
        return nil
    }

    private mutating func nearWork(for slot: PeerSlot, _ index: Int, at now: Moment) -> Int? {
        let end = tracks.entries[index].nearEnd
        var first = tracks.entries[index].wanted.lowerBound
        for _ in 0..<Self.mostLooks {
            guard first < end, let place = tracks.entries[index].firstOpen(in: first..<end) else {
                break
            }
            if tracks.entries[index].isSource(slot, at: place),
                tracks.entries[index].records[place].map({ canGive(slot, of: $0, at: now) }) ?? true
            {
                return place
            }
            first = place + 1
        }
        return nil
    }

    /// Looks at the nearest of the far places and at some from anywhere.
    private mutating func farWork(for slot: PeerSlot, _ index: Int, at now: Moment) -> Int? {
        let wanted = tracks.entries[index].wanted
        let start = max(tracks.entries[index].nearEnd, wanted.lowerBound)
        guard start < wanted.upperBound else { return nil }
        farChoices += 1
        let elsewhere =
            start + Int(SeededRandom.value(farChoices) % UInt64(wanted.upperBound - start))
        let near = rarest(of: slot, index, in: start..<wanted.upperBound, at: now)
        let far = rarest(of: slot, index, in: elsewhere..<wanted.upperBound, at: now)
        guard let near else { return far?.place }
        guard let far, far.holders < near.holders else { return near.place }
        return far.place
    }

    private mutating func rarest(
        of slot: PeerSlot, _ index: Int, in range: Range<Int>, at now: Moment
    ) -> (place: Int, holders: Int, spread: Double)? {
        var best: (place: Int, holders: Int, spread: Double)?
        var first = range.lowerBound
        for _ in 0..<Self.mostLooks / 2 {
            guard first < range.upperBound,
                let place = tracks.entries[index].firstOpen(in: first..<range.upperBound)
            else { break }
            first = place + 1
            guard tracks.entries[index].isSource(slot, at: place),
                !canWait(place, ofTrack: index, at: now)
            else { continue }
            let holders = tracks.entries[index].holders.count(row: place)
            // Of equally rare ones those that play in step take different ones, to trade them.
            let number = tracks.entries[index].timings[place].number
            let spread = configuration.diversity.map { SeededRandom.fraction($0 ^ number) } ?? 0
            if best.map({ (holders, spread) < ($0.holders, $0.spread) }) ?? true {
                best = (place, holders, spread)
            }
        }
        return best
    }
}
