import Primitives

extension Schedule {
    /// Finds out which segments are wanted now, cancels the rest, and plans those near the player.
    ///
    /// The cost is that of the near segments, however far prefetch goes.
    mutating func updateHorizon(at now: Moment, into actions: inout [Action]) {
        horizonAt = .distantFuture
        for index in tracks.all {
            tracks.entries[index].wanted = 0..<0
            tracks.entries[index].nearEnd = 0
            tracks.entries[index].dutyEnd = 0
        }
        if arePeersEnabled, hasDelivered || configuration.isEdge {
            for track in selectedTracks {
                guard let index = tracks.index(of: track), tracks.entries[index].isShareable
                else { continue }
                if configuration.isEdge {
                    spanPeers(ofTrack: index, at: now)
                } else {
                    spanPlayer(ofTrack: index, at: now)
                }
            }
        }
        for record in requested { activate(record) }
        dropUnwanted(at: now, into: &actions)
        planNear(at: now, into: &actions)
        startFar(at: now, into: &actions)
    }

    // MARK: A player's window

    private mutating func spanPlayer(ofTrack index: Int, at now: Moment) {
        guard let position = playhead.position(at: now) else { return }
        ownEnd = position + window(configuration.originWindow, at: now)
        let farEnd = max(ownEnd, position + window(configuration.prefetchWindow, at: now))
        let othersEnd = max(ownEnd, endForOthers(from: position, at: now))
        let first = tracks.entries[index].firstPlace(endingAfter: position)
        let nearEnd = max(first, tracks.entries[index].firstPlace(startingFrom: ownEnd))
        let dutyEnd = max(nearEnd, tracks.entries[index].firstPlace(startingFrom: othersEnd))
        let end = max(dutyEnd, tracks.entries[index].firstPlace(startingFrom: farEnd))
        tracks.entries[index].wanted = first..<end
        tracks.entries[index].nearEnd = nearEnd
        tracks.entries[index].dutyEnd = dutyEnd
        for place in first..<nearEnd { want(TrackPlace(track: index, place: place)) }
        for place in nearEnd..<dutyEnd where isDuty(TrackPlace(track: index, place: place)) {
            want(TrackPlace(track: index, place: place))
        }
        wake(ofTrack: index, nearEnd, ownEnd, at: now)
        wake(ofTrack: index, dutyEnd, othersEnd, at: now)
        wake(ofTrack: index, end, max(farEnd, othersEnd), at: now)
    }

    /// Whether this member is to fetch for others what nobody has yet.
    private mutating func isDuty(_ place: TrackPlace) -> Bool {
        // Not the track itself: it would be copied.
        guard tracks.entries[place.track].nearEnd <= place.place,
            place.place < tracks.entries[place.track].dutyEnd,
            !tracks.entries[place.track].isHeld(at: place.place)
        else { return false }
        let segment = SegmentID(
            track: tracks.entries[place.track].id,
            number: tracks.entries[place.track].timings[place.place].number)
        return election.isOwner(of: segment, owners: owners)
    }

    /// Media ahead of the player that is worth fetching: little while its buffer is small.
    private mutating func window(_ full: Duration, at now: Moment) -> Duration {
        let healthy = configuration.healthyBuffer.inSeconds
        let buffer = playhead.buffer(at: now)
        let health = healthy > 0 ? min(1, max(0, buffer.inSeconds / healthy)) : 1
        let growth = full - configuration.smallestWindow
        // What the player holds is not to be fetched; the window begins behind it.
        return max(
            configuration.smallestWindow + growth * health,
            buffer + configuration.smallestWindow)
    }

    /// Where the origin window of the furthest peer ends, for which owners fetch, if that is not
    /// too far away to be of use; the own window's end while the own buffer is low.
    private mutating func endForOthers(from position: Duration, at now: Moment) -> Duration {
        guard playhead.buffer(at: now) >= configuration.healthyBuffer,
            let last = peers.order.places.last, last.phase > -.infinity,
            let furthest = peers.entries[last.slot.index].position(at: now)
        else { return ownEnd }
        return min(position + configuration.windowForOthers, furthest + configuration.originWindow)
    }

    /// Sets the horizon's alarm for when the next place comes into a window that ends at `end`.
    private mutating func wake(ofTrack index: Int, _ next: Int, _ end: Duration, at now: Moment) {
        let rate = playhead.rate(at: now)
        guard rate > 0, next < tracks.entries[index].timings.count else { return }
        let ahead = (tracks.entries[index].timings[next].start - end).inSeconds
        let wait = Duration.clamped(seconds: ahead / rate)
        horizonAt = min(horizonAt, now + max(wait, .milliseconds(50)))
    }

    // MARK: An edge node's window

    private static let edgeInterval = Duration.seconds(1)
    /// Segments that an edge node may be working on ahead of those who need them.
    private static let mostForPeers = 64

    /// An edge node fetches what its peers are about to need: of live media all of the edge; of
    /// others the windows ahead of each, and from peers all that was played.
    private mutating func spanPeers(ofTrack index: Int, at now: Moment) {
        horizonAt = min(horizonAt, now + Self.edgeInterval)
        if tracks.entries[index].isLive { return spanEdge(ofTrack: index) }
        var end = 0
        var budget = Self.mostForPeers
        for peer in peers.order.places {
            guard let position = peers.entries[peer.slot.index].position(at: now) else { continue }
            end = spanAhead(of: position, ofTrack: index, after: end, &budget, at: now)
        }
        if let position = playhead.position(at: now) {
            end = max(end, spanAhead(of: position, ofTrack: index, after: 0, &budget, at: now))
        }
        tracks.entries[index].wanted = 0..<end
    }

    private mutating func spanEdge(ofTrack index: Int) {
        guard let last = tracks.entries[index].timings.last else { return }
        let first = tracks.entries[index].firstPlace(
            endingAfter: last.start + last.duration - configuration.originWindow)
        let end = tracks.entries[index].timings.count
        tracks.entries[index].wanted = first..<end
        tracks.entries[index].nearEnd = end
        for place in first..<end { want(TrackPlace(track: index, place: place)) }
    }

    private mutating func spanAhead(
        of position: Duration, ofTrack index: Int, after done: Int, _ budget: inout Int,
        at now: Moment
    ) -> Int {
        let first = max(done, tracks.entries[index].firstPlace(endingAfter: position))
        let end = tracks.entries[index].firstPlace(
            startingFrom: position + configuration.originWindow)
        var place = first
        while place < end, budget > 0 {
            let start = tracks.entries[index].timings[place].start
            let spot = TrackPlace(track: index, place: place)
            if let record = want(spot) {
                budget -= 1
                segments.entries[record.index].neededAt = now + max(.zero, start - position)
            }
            place += 1
        }
        return max(done, end)
    }

    // MARK: What is worked on

    /// Takes a segment up, unless it is here or was dropped; returns its record if it was taken.
    @discardableResult
    private mutating func want(_ place: TrackPlace) -> RecordSlot? {
        let number = tracks.entries[place.track].timings[place.place].number
        let record =
            tracks.entries[place.track].records[place.place]
            ?? enter(SegmentID(track: tracks.entries[place.track].id, number: number))
        guard !segments.entries[record.index].isComplete, !segments.entries[record.index].wasDropped
        else { return nil }
        activate(record)
        return record
    }

    mutating func activate(_ record: RecordSlot) {
        guard !segments.entries[record.index].isActive, !segments.entries[record.index].isComplete
        else { return }
        segments.entries[record.index].isActive = true
        segments.begin(record)
        let key = sortKey(of: record)
        var low = 0
        var high = active.count
        while low < high {
            let middle = (low + high) / 2
            if sortKey(of: active[middle]) < key { low = middle + 1 } else { high = middle }
        }
        active.insert(record, at: low)
    }

    mutating func deactivate(_ record: RecordSlot) {
        guard segments.entries[record.index].isActive else { return }
        segments.entries[record.index].isActive = false
        segments.end(record)
        active.removeAll { $0 == record }
        alarms.set(record.index, at: .distantFuture)
    }

    /// What players wait for comes first, then what is played first.
    private mutating func sortKey(of record: RecordSlot) -> Duration {
        guard segments.entries[record.index].requestedAt == nil else { return .seconds(-1) }
        return segments.entries[record.index].timing?.start ?? .zero
    }

    /// Gives up what is outside of the windows; what has been begun is kept inside of them, and
    /// outside only while the player has not jumped.
    private mutating func dropUnwanted(at now: Moment, into actions: inout [Action]) {
        var kept = 0
        scratch.records.removeAll(keepingCapacity: true)
        for index in active.indices {
            let record = active[index]
            if isStillWanted(record, at: now) {
                active[kept] = record
                kept += 1
            } else {
                scratch.records.append(record)
            }
        }
        active.removeLast(active.count - kept)
        for record in scratch.records {
            segments.entries[record.index].isActive = false
            if isIdleAhead(record) {
                alarms.set(record.index, at: .distantFuture)
            } else {
                standDown(record, into: &actions)
            }
            segments.end(record)
        }
    }

    private mutating func isStillWanted(_ record: RecordSlot, at now: Moment) -> Bool {
        if segments.entries[record.index].requestedAt != nil
            || segments.entries[record.index].awaitsEnd
        {
            return true
        }
        guard arePeersEnabled, hasDelivered || configuration.isEdge,
            let spot = segments.entries[record.index].place,
            selectedTracks.contains(segments.entries[record.index].id.track)
        else { return false }
        let wanted = tracks.entries[spot.track].wanted
        guard spot.place >= wanted.lowerBound else { return false }
        let nearEnd = tracks.entries[spot.track].nearEnd
        if spot.place < max(nearEnd, configuration.isEdge ? wanted.upperBound : 0) { return true }
        if isDuty(spot) { return true }
        guard segments.entries[record.index].isWorkedOn else { return false }
        return spot.place < wanted.upperBound || soughtAt != now
    }

    /// Nobody brings the segment now, but it lies in the window: who did not answer when it was
    /// asked for it is not forgotten.
    private mutating func isIdleAhead(_ record: RecordSlot) -> Bool {
        guard let spot = segments.entries[record.index].place,
            !segments.entries[record.index].isWorkedOn
        else { return false }
        return tracks.entries[spot.track].wanted.contains(spot.place)
    }

    // MARK: Far segments

    /// Far segments taken up whenever the window has moved; peers that come free take up more.
    private static let startedAtOnce = 4

    /// Only peers are asked for what lies beyond the near window.
    private mutating func startFar(at now: Moment, into actions: inout [Action]) {
        guard arePeersEnabled, !isPressed(at: now) else { return }
        for track in selectedTracks {
            guard let index = tracks.index(of: track) else { continue }
            var first = max(tracks.entries[index].nearEnd, tracks.entries[index].wanted.lowerBound)
            var budget = Self.startedAtOnce
            var looks = Self.startedAtOnce * 8
            while budget > 0, looks > 0,
                let place = tracks.entries[index].firstOpen(
                    in: first..<max(first, tracks.entries[index].wanted.upperBound))
            {
                looks -= 1
                first = place + 1
                guard tracks.entries[index].isHeld(at: place),
                    !canWait(place, ofTrack: index, at: now)
                else { continue }
                budget -= 1
                takeUp(TrackPlace(track: index, place: place), at: now, into: &actions)
            }
        }
    }

    /// Begins with a far segment, or goes on with it.
    mutating func takeUp(_ place: TrackPlace, at now: Moment, into actions: inout [Action]) {
        guard let record = want(place) else { return }
        plan(record, at: now, into: &actions)
        // Nobody could be asked: a peer that comes free will find it again.
        guard !segments.entries[record.index].isWorkedOn,
            segments.entries[record.index].requestedAt == nil, !isNear(place)
        else { return }
        deactivate(record)
    }

    mutating func isNear(_ place: TrackPlace) -> Bool {
        tracks.entries[place.track].wanted.lowerBound <= place.place
            && place.place < tracks.entries[place.track].nearEnd || isDuty(place)
    }
}
