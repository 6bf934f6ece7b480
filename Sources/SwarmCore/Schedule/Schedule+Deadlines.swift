import Primitives

extension Schedule {
    /// When a segment's bytes are needed.
    @inline(__always)  // A call that cannot change the schedule would copy it.
    mutating func due(_ record: RecordSlot, at now: Moment) -> Moment {
        let rate = playhead.rate(at: now)
        var due = Moment.distantFuture
        if let timing = segments.entries[record.index].timing, rate > 0,
            let position = playhead.position(at: now)
        {
            let ahead = (timing.start - position).inSeconds / rate
            due = now + .seconds(max(-3_600, min(ahead, 1e6)))
        }
        if let earliest = earliestDue(of: record, at: now) { due = max(due, earliest) }
        return min(due, segments.entries[record.index].requestDeadline ?? due)
    }

    /// Until when a player that asks now can wait.
    ///
    /// A request may wait as long as the player's buffer lasts, but not so long that the player
    /// takes it for lost; with nothing buffered the bytes are needed now.
    mutating func deadline(ofRequest record: RecordSlot, _ hints: PlayerHints?, at now: Moment)
        -> Moment
    {
        guard segments.entries[record.index].timing != nil else { return now }
        if configuration.hasManyPlayers { return deadline(of: record, byWordOf: hints, at: now) }
        if hints?.readsOn == true, !playhead.isReported(at: now) { return now }
        var spare = playhead.buffer(at: now).inSeconds / max(1, playhead.rate(at: now))
        // What was only inferred may be half of that.
        spare = playhead.isReported(at: now) ? spare - Self.reserve : spare / 2
        var deadline = now + .clamped(seconds: min(spare, Self.longestWait))
        if let duration = partDuration(of: record) {
            deadline = min(
                max(deadline, earliestDue(of: record, at: now) ?? deadline),
                partDeadline(of: record, duration, at: now))
        }
        return min(deadline, hints?.due(at: now) ?? deadline)
    }

    /// Of one among many players nothing is known but what it says with this request.
    ///
    /// Most players have something in hand, so that a node may wait a moment: live for the one that fetches
    /// for all, and for another node that has the segment of a film.
    private mutating func deadline(
        of record: RecordSlot, byWordOf hints: PlayerHints?, at now: Moment
    ) -> Moment {
        var spare = 0.0
        if let hints, let held = hints.held {
            spare = max(0, held.inSeconds / max(1, hints.rate) - Self.reserve)
        } else if let timing = segments.entries[record.index].timing {
            spare = min(timing.duration.inSeconds / 4, Self.grace)
        }
        let deadline = now + .clamped(seconds: min(spare, Self.longestWait))
        return min(deadline, hints?.due(at: now) ?? deadline)
    }

    /// Seconds, at most, that who says nothing of itself may wait for others.
    private static let grace = 1.0
    /// Seconds that a player needs to take in what has come.
    private static let reserve = 0.25
    /// Seconds that a request may wait: some players give one up after ten.
    private static let longestWait = 8.0

    mutating func need(of record: RecordSlot, at now: Moment) -> Need {
        let due = due(record, at: now)
        let isFetched = segments.entries[record.index].fetch != nil
        let originTime = origin.time(
            for: missingBytes(of: record), beside: max(0, busyFetches - (isFetched ? 1 : 0)))
        return Need(
            due: due, timeLeft: due - now, originTime: originTime,
            // Peers that fail are noticed only after a silence, and then the origin must manage.
            threshold: threshold(for: record, originTime: originTime, at: now))
    }

    /// Whether a player waits for something that has little time left: what could be fetched ahead
    /// would take its part of this viewer's line.
    mutating func isPressed(at now: Moment) -> Bool {
        for index in requested.indices {
            let record = requested[index]
            if canPress(record), isPressing(record, need(of: record, at: now)) { return true }
        }
        return false
    }

    /// Whether a player waits for the segment and has little time left; live it never has more.
    mutating func isPressing(_ record: RecordSlot, _ need: Need) -> Bool {
        canPress(record) && need.timeLeft <= max(Self.ease, need.threshold * 4)
    }

    @inline(__always)
    private mutating func canPress(_ record: RecordSlot) -> Bool {
        segments.entries[record.index].requestedAt != nil && !isLive(record)
    }

    /// Whether peers are to have their hands free for something that presses, of which chunks are
    /// still to be asked for, or which the origin brings over the same line.
    ///
    /// Of a broadcast only the latter counts: what peers had not brought in time fills its last gaps,
    /// one after the other, and what is asked for beside it comes between them.
    mutating func isHeldBack(_ record: RecordSlot, at now: Moment) -> Bool {
        guard segments.entries[record.index].requestedAt == nil else { return false }
        for index in requested.indices {
            let other = requested[index]
            if isLive(other), segments.entries[other.index].fetch?.reason.isHaste == true {
                return true
            }
            guard canPress(other), isPressing(other, need(of: other, at: now)) else { continue }
            let isAsked =
                segments.entries[other.index].leaves == .known
                && segments.entries[other.index].board.unaskedCount == 0
            if segments.entries[other.index].fetch != nil || !isAsked && isSupplied(other) {
                return true
            }
        }
        return false
    }

    /// With more time than this left, what is waited for is in no danger.
    static let ease = Duration.seconds(6)

    /// Bytes of a segment that are still to come, estimated until its length is known.
    @inline(__always)
    mutating func missingBytes(of record: RecordSlot) -> Int {
        if let missing = segments.entries[record.index].board.missingBytes { return missing }
        let estimate = segments.entries[record.index].timing?.estimatedLength ?? Self.assumedLength
        return max(ChunkGeometry.chunkSize, estimate - segments.entries[record.index].board.prefix)
    }

    /// Bytes of a segment that no playlist describes.
    private static let assumedLength = 500_000

    /// What is not needed for long may be late for longer before somebody else is asked.
    mutating func patience(for need: Need) -> Duration {
        min(.seconds(5), max(.zero, need.timeLeft - need.threshold).divided(by: 8))
    }

    /// The silence of peers after which an urgent segment goes to the origin; before the first frame
    /// there is nothing to wait with.
    var silence: Duration {
        mutating get {
            guard hasDelivered else { return configuration.smallestPatience }
            return
                min(
                    max(origin.time(for: ChunkGeometry.chunkSize), configuration.smallestPatience),
                    .seconds(1))
        }
    }
}
