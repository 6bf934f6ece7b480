package import Primitives

extension Schedule {
    /// Replaces what is known of a track; a live window moves by calling this again.
    package mutating func trackDescribed(
        _ track: TrackID, segments: [SegmentTiming], isLive: Bool,
        at now: Moment, into actions: inout [Action]
    ) {
        let described = Track(segments: segments, isLive: isLive)
        tracks[track] = described
        let outdated = records.keys.filter {
            $0.track == track && !requested.contains($0) && described.timing(of: $0.number) == nil
        }
        for segment in outdated.sorted() {
            standDown(segment, keepOrigin: false, into: &actions)
            records[segment] = nil
            active.removeAll { $0 == segment }
        }
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
        if playhead.moved(to: state, at: now) { soughtAt = now }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// The player holds so much continuous media, wherever it is.
    package mutating func playerBuffered(
        _ buffer: Duration, at now: Moment, into actions: inout [Action]
    ) {
        playhead.reported(buffer: buffer, at: now)
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// A player waits for the segment's bytes; `hints` is what it said of itself as it asked.
    package mutating func playerRequested(
        _ segment: SegmentID, hints: PlayerHints? = nil, at now: Moment,
        into actions: inout [Action]
    ) {
        if let timing = timing(of: segment),
            playhead.requested(
                track: segment.track, start: timing.start, duration: timing.duration,
                hints: hints, at: now)
        {
            soughtAt = now
        }
        records[segment, default: SegmentRecord()].wasDropped = false
        if records[segment]?.originRetryAt == .distantFuture {
            records[segment]?.originRetryAt = now
        }
        if records[segment]?.isComplete != true, requested.insert(segment).inserted {
            records[segment]?.requestedAt = now
        }
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// No player waits for the segment any more.
    package mutating func playerReleased(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        let waited = requested.remove(segment) != nil
        if requested.isEmpty {
            playhead.idled(isFull: tracks[segment.track]?.isLive == false, at: now)
        }
        guard waited else { return }
        records[segment]?.requestedAt = nil
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    /// The segment's bytes are gone from the store.
    ///
    /// It is fetched again when a player waits for it, but not ahead of that.
    package mutating func segmentDropped(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard records[segment] != nil else { return }
        standDown(segment, keepOrigin: false, into: &actions)
        var fresh = SegmentRecord()
        fresh.wasDropped = true
        fresh.requestedAt = requested.contains(segment) ? now : nil
        records[segment] = fresh
        updateHorizon(at: now, into: &actions)
        checkInvariants()
    }

    func timing(of segment: SegmentID) -> SegmentTiming? {
        tracks[segment.track]?.timing(of: segment.number)
    }
}
