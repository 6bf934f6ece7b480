package import Primitives

extension Schedule {
    /// Replaces what is known of a track; a live window moves by calling this again.
    package mutating func trackDescribed(
        _ track: TrackID, segments described: [SegmentTiming], isLive: Bool,
        at now: Moment, into actions: inout [Action]
    ) {
        let index = tracks.enter(track)
        let count = tracks.entries[index].timings.count
        scratch.records.removeAll(keepingCapacity: true)
        let gone = tracks.entries[index].describe(
            described, isLive: isLive, displaced: &scratch.records)
        windowMoved(ofTrack: index, gone: gone, of: count, at: now, into: &actions)
    }

    /// A window slides: what is before `first` leaves, `added` comes behind, the rest is as described.
    package mutating func trackAdvanced(
        _ track: TrackID, to first: UInt64, adding added: [SegmentTiming], isLive: Bool,
        at now: Moment, into actions: inout [Action]
    ) {
        let index = tracks.enter(track)
        let count = tracks.entries[index].timings.count
        scratch.records.removeAll(keepingCapacity: true)
        let gone = tracks.entries[index].advance(
            to: first, adding: added, isLive: isLive, displaced: &scratch.records)
        windowMoved(ofTrack: index, gone: gone, of: count, at: now, into: &actions)
    }

    /// So many places of the old window left at the front, or nothing of it is kept.
    private mutating func windowMoved(
        ofTrack index: Int, gone: Int?, of count: Int, at now: Moment, into actions: inout [Action]
    ) {
        let track = tracks.entries[index].id
        reserve(forTrack: index)
        let kept = gone.map { count - $0 } ?? 0
        moveRecords(ofTrack: index, kept)
        replaceDisplaced(ofTrack: index, into: &actions)
        if tracks.entries[index].isLive, gone != 0,
            let first = tracks.entries[index].timings.first?.number
        {
            for place in peers.order.places {
                peers.entries[place.slot.index].forget(track, before: first)
            }
        }
        enterHolders(ofTrack: index, from: kept)
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// Says which tracks the player plays now; only those are fetched ahead.
    package mutating func tracksSelected(
        _ tracks: [TrackID], at now: Moment, into actions: inout [Action]
    ) {
        guard tracks != selectedTracks else { return }
        selectedTracks = tracks
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    package mutating func playerMoved(
        _ state: PlayerState, at now: Moment, into actions: inout [Action]
    ) {
        playerReported(PlayerReport(state), at: now, into: &actions)
    }

    /// The application says something of its player, or all.
    package mutating func playerReported(
        _ report: PlayerReport, at now: Moment, into actions: inout [Action]
    ) {
        var report = report
        // Where a live channel's time begins is each player's own affair.
        if isLive { report.position = nil }
        if playhead.reported(report, at: now) { soughtAt = now }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    private var isLive: Bool {
        selectedTracks.contains { track in
            tracks.index(of: track).map { tracks.entries[$0].isLive } ?? false
        }
    }

    /// A player waits for the segment's bytes; `hints` is what it said of itself as it asked.
    package mutating func playerRequested(
        _ segment: SegmentID, hints: PlayerHints? = nil, at now: Moment,
        into actions: inout [Action]
    ) {
        let record = enter(segment)
        if !configuration.hasManyPlayers, let timing = segments.entries[record.index].timing,
            playhead.requested(
                track: segment.track, start: timing.start, duration: timing.duration,
                hints: hints, at: now)
        {
            soughtAt = now
        }
        segments.entries[record.index].wasDropped = false
        if segments.entries[record.index].originRetryAt == .distantFuture {
            segments.entries[record.index].originRetryAt = now
        }
        if !segments.entries[record.index].isComplete {
            segments.entries[record.index].want(hints?.offset ?? 0)
        }
        if !segments.entries[record.index].isComplete,
            segments.entries[record.index].requestedAt == nil
        {
            segments.entries[record.index].requestedAt = now
            segments.entries[record.index].requestDeadline = deadline(
                ofRequest: record, hints, at: now)
            // A request may leave less time than there seemed to be before.
            segments.entries[record.index].firstSlack = nil
            requested.append(record)
            deactivate(record)
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// No player waits for the segment any more.
    package mutating func playerReleased(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment) else { return }
        let waited = segments.entries[record.index].requestedAt != nil
        if waited { unrequest(record) }
        if requested.isEmpty {
            let isLive = tracks.index(of: segment.track).map { tracks.entries[$0].isLive } ?? true
            playhead.idled(isFull: !isLive, at: now)
        }
        guard waited else { return }
        // Its place among the others is that of its time on the track again.
        deactivate(record)
        if segments.entries[record.index].isWorkedOn { activate(record) }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// The segment's bytes are gone from the store.
    ///
    /// It is fetched again when a player waits for it, but not ahead of that.
    package mutating func segmentDropped(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment) else { return }
        standDown(record, into: &actions)
        segments.entries[record.index].startOver()
        segments.entries[record.index].wasDropped = true
        if segments.entries[record.index].requestedAt != nil {
            segments.entries[record.index].requestedAt = now
            segments.entries[record.index].requestDeadline = deadline(
                ofRequest: record, nil, at: now)
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    mutating func unrequest(_ record: RecordSlot) {
        segments.entries[record.index].want(0)
        segments.entries[record.index].requestedAt = nil
        segments.entries[record.index].requestDeadline = nil
        requested.removeAll { $0 == record }
    }

    /// The record of a segment, made if there is none.
    mutating func enter(_ segment: SegmentID) -> RecordSlot {
        if let record = segments.slot(of: segment) { return record }
        let record = segments.enter(segment)
        if let place = tracks.place(of: segment) {
            put(record, at: place)
        } else {
            strays.append(record)
        }
        return record
    }

    private mutating func put(_ record: RecordSlot, at place: TrackPlace) {
        segments.entries[record.index].place = place
        setTiming(tracks.entries[place.track].timings[place.place], of: record)
        tracks.entries[place.track].enter(record, at: place.place)
        noteOpen(record)
    }

    /// All that playlists name can be worked on without more memory for what is known of it.
    private mutating func reserve(forTrack index: Int) {
        let count = tracks.all.reduce(0) { $0 + tracks.entries[$1].timings.count }
        segments.reserve(count)
        alarms.reserve(count)
        if active.capacity < count { active.reserveCapacity(count) }
        guard tracks.entries[index].timings.count > tracks.entries[index].reserved else { return }
        tracks.entries[index].reserved = tracks.entries[index].timings.count
        for place in peers.order.places {
            peers.entries[place.slot.index].reserve(
                tracks.entries[index].id, count: tracks.entries[index].reserved)
        }
    }

    /// Tells the records that the window keeps their new places.
    private mutating func moveRecords(ofTrack index: Int, _ kept: Int) {
        for place in 0..<kept {
            guard let record = tracks.entries[index].records[place] else { continue }
            segments.entries[record.index].place = TrackPlace(track: index, place: place)
            noteOpen(record)
        }
    }

    /// Finds the places of records that have none; those that no playlist names are forgotten,
    /// unless a player waits for them.
    private mutating func replaceDisplaced(ofTrack index: Int, into actions: inout [Action]) {
        for record in strays
        where segments.entries[record.index].id.track == tracks.entries[index].id {
            scratch.records.append(record)
        }
        strays.removeAll { segments.entries[$0.index].id.track == tracks.entries[index].id }
        for record in scratch.records {
            if let place = tracks.entries[index].place(of: segments.entries[record.index].id.number)
            {
                put(record, at: TrackPlace(track: index, place: place))
                continue
            }
            segments.entries[record.index].place = nil
            guard segments.entries[record.index].requestedAt == nil else {
                strays.append(record)
                continue
            }
            standDown(record, into: &actions)
            segments.forget(record)
        }
    }

    /// Enters what peers said of segments that no playlist had named then.
    private mutating func enterHolders(ofTrack index: Int, from first: Int) {
        let places = first..<tracks.entries[index].timings.count
        guard !places.isEmpty else { return }
        for place in peers.order.places where peers.entries[place.slot.index].uploads {
            for new in places { enterHolder(place.slot, TrackPlace(track: index, place: new)) }
        }
    }

    /// Copies what a peer said of one segment to where it is looked up.
    mutating func enterHolder(_ peer: PeerSlot, _ place: TrackPlace) {
        guard !peers.entries[peer.index].isMuted else { return }
        let number = tracks.entries[place.track].timings[place.place].number
        let segment = SegmentID(track: tracks.entries[place.track].id, number: number)
        tracks.entries[place.track].holders.set(
            peer, in: place.place, to: peers.holds(segment, peer))
        tracks.entries[place.track].receivers.set(
            peer, in: place.place, to: peers.isReceiving(segment, peer))
    }
}
