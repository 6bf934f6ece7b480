package import Primitives

extension Schedule {
    /// The origin answered; `length` is that of the whole segment, where it is known.
    package mutating func originStarted(
        _ segment: SegmentID, length: Int?, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment),
            let fetch = segments.entries[record.index].fetch
        else {
            return
        }
        if !fetch.isEarly { origin.answered(after: now - fetch.startedAt) }
        segments.entries[record.index].originAnswered(at: now)
        if let length, !segments.entries[record.index].board.lengthKnown(length) {
            contradicted(record, length: length, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// The fetch has delivered `count` bytes since its offset, all of them together.
    package mutating func originReceived(
        _ segment: SegmentID, count: Int, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment),
            let fetch = segments.entries[record.index].fetch,
            count > fetch.received
        else { return }
        segments.entries[record.index].originDelivered(count, at: now)
        let reached = fetch.offset + count
        segments.entries[record.index].board.originDelivered(fetch.offset..<reached)
        if fetch.isAided {
            cancelOvertaken(
                record, from: fetch.offset + fetch.received, to: reached, into: &actions)
        }
        // Peers had given the rest before; else the end of the fetch itself is waited for.
        if segments.entries[record.index].board.isComplete,
            reached < fetch.end ?? segments.entries[record.index].board.length ?? 0
        {
            finish(record, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// The fetch reached the end that it was asked for.
    package mutating func originFinished(
        _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment),
            let fetch = segments.entries[record.index].fetch
        else {
            return
        }
        if !fetch.isEarly {
            origin.delivered(
                fetch.received, in: now - (fetch.answeredAt ?? fetch.startedAt),
                beside: max(0, busyFetches - 1))
        }
        endFetch(of: record)
        if fetch.end == nil {
            _ = segments.entries[record.index].board.lengthKnown(fetch.offset + fetch.received)
        }
        let end = fetch.end ?? segments.entries[record.index].board.length ?? fetch.offset
        segments.entries[record.index].board.originDelivered(fetch.offset..<max(fetch.offset, end))
        if segments.entries[record.index].board.isComplete {
            complete(record, at: now, into: &actions)
        }
        noteOpen(record)
        planNear(at: now, into: &actions)
        checkInvariants()
    }

    /// The fetch ended early; the bytes reported by `originReceived` stay.
    ///
    /// Without a time to try again, the origin is not asked again before a player wants the segment.
    package mutating func originFailed(
        _ segment: SegmentID, retryAfter: Duration?, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment), segments.entries[record.index].fetch != nil
        else { return }
        segments.entries[record.index].originRetryAt =
            retryAfter.map { now + max($0, .milliseconds(50)) } ?? .distantFuture
        endFetch(of: record)
        noteOpen(record)
        plan(record, at: now, into: &actions)
        planNear(at: now, into: &actions)
        checkInvariants()
    }

    // MARK: Asking

    /// When the origin may be asked for a segment: not soon after it failed, and not beside a fetch
    /// that is needed earlier, whose end makes all segments be looked at again.
    ///
    /// What a player waits for is asked for at once.
    mutating func originFreeAt(for record: RecordSlot, at now: Moment) -> Moment {
        let retryAt = segments.entries[record.index].originRetryAt
        guard segments.entries[record.index].requestedAt == nil, !fetching.isEmpty,
            !isHint(record)
        else { return retryAt }
        let due = due(record, at: now)
        var earlier = 0
        for index in fetching.indices {
            let other = fetching[index]
            if !isKept(other) && self.due(other, at: now) < due { earlier += 1 }
        }
        return earlier < configuration.originPrefetches ? retryAt : .distantFuture
    }

    /// Asks the origin for what peers do not bring in time.
    ///
    /// Chunks that peers are about to bring are left to them, as many as they manage in the time
    /// that is left; the origin begins behind those, and ends where all the rest is there.
    mutating func handOver(
        _ record: RecordSlot, _ need: Need, _ reason: OriginReason,
        at now: Moment, into actions: inout [Action]
    ) -> Moment {
        if let fillsAt = fillsAt(record, at: now) { return fillsAt }
        yieldOrigin(to: record, need, reason, at: now, into: &actions)
        let isAided = isStart(record)
        if !isAided {
            endLeavesRequest(of: record)
            leaveToPeers(of: record, need, at: now, into: &actions)
        }
        guard let part = originPart(of: record, need, isAided: isAided) else {
            return peersLateAt(of: record)
        }
        let (offset, end) = part
        noteLate(record, reason, from: offset, to: end)
        // In haste, a span leads over chunks of peers and brings them too.
        if !isAided {
            cancelOvertaken(record, from: offset, to: end ?? .max, into: &actions)
            noteOpen(record)
        }
        segments.entries[record.index].fetch = SegmentRecord.OriginFetch(
            offset: offset, end: end, reason: reason, startedAt: now, isEarly: isHint(record),
            isAided: isAided, progressAt: now)
        fetching.append(record)
        actions.append(
            .fetchFromOrigin(
                segments.entries[record.index].id, offset: offset, end: end, reason: reason))
        if reason.isHaste, isPressing(record, need) { takeBackAhead(into: &actions) }
        return min(now + stallPatience, peersPartLateAt(of: record))
    }

    /// Takes back from peers what no player waits for: it would come between what the origin brings.
    private mutating func takeBackAhead(into actions: inout [Action]) {
        for index in active.indices {
            let other = active[index]
            if segments.entries[other.index].requestedAt == nil {
                cancelPeers(of: other, into: &actions)
            }
        }
    }

    /// However long another segment takes, what lies before a wanted byte does not wait for longer.
    private static let longestFillPause = Duration.seconds(1)

    /// Until when a segment waits of which all that a player wants is there: the rest lets another go
    /// first that a player waits for.
    private mutating func fillsAt(_ record: RecordSlot, at now: Moment) -> Moment? {
        let wanted = segments.entries[record.index].wantedChunk << ChunkGeometry.chunkLog
        guard let end = segments.entries[record.index].board.startOfPresentEnd, end <= wanted,
            let requestedAt = segments.entries[record.index].requestedAt,
            requestedAt + Self.longestFillPause > now, isOtherAwaited(than: record)
        else { return nil }
        return requestedAt + Self.longestFillPause
    }

    /// Whether a player waits for another segment, too, which is being brought.
    private mutating func isOtherAwaited(than record: RecordSlot) -> Bool {
        for index in requested.indices {
            let other = requested[index]
            if other != record, segments.entries[other.index].isWorkedOn { return true }
        }
        return false
    }

    /// Takes back from peers what they would not bring in time.
    private mutating func leaveToPeers(
        of record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        guard let pull = segments.entries[record.index].pull,
            segments.entries[record.index].board.outstandingCount > 0,
            !isQuiet(pull, at: now)
        else { return cancelPeers(of: record, into: &actions) }
        // Should peers fail, the origin must still manage their part.
        let allowed = max(.zero, need.timeLeft - need.originTime - silence).inSeconds
        for index in segments.entries[record.index].servers.indices.reversed() {
            let server = segments.entries[record.index].servers[index]
            // Not the window itself: one that is held while it changes would be copied.
            let perChunk = peers.entries[server.index].window.estimate.secondsPerChunk
            var queue = 0
            cancel(record, of: server, mayAskAgain: true, into: &actions) { entry in
                queue += 1
                return entry.lateAt <= now
                    || Double(queue) * perChunk > allowed
            }
            forgetIdleServer(server, of: record)
        }
        noteOpen(record)
    }

    /// Whether peers have been silent for much longer than between two chunks before.
    private mutating func isQuiet(_ pull: SegmentRecord.Pull, at now: Moment) -> Bool {
        let chunks = max(1, pull.received >> ChunkGeometry.chunkLog)
        let gap = (pull.progressAt - pull.startedAt).divided(by: chunks)
        return now - pull.progressAt >= min(silence, max(configuration.smallestPatience, gap * 3))
    }

    /// Ends fetches that can wait when a player would wait longer because of them; what they have
    /// delivered stays, and they go on from there.
    private mutating func yieldOrigin(
        to record: RecordSlot, _ need: Need, _ reason: OriginReason,
        at now: Moment, into actions: inout [Action]
    ) {
        guard segments.entries[record.index].requestedAt != nil,
            reason.isHaste || need.timeLeft < need.originTime
        else { return }
        // By index: a list that is walked while it changes would be copied.
        for index in fetching.indices.reversed() {
            let other = fetching[index]
            guard segments.entries[other.index].requestedAt == nil,
                !segments.entries[other.index].awaitsEnd, !isKept(other)
            else { continue }
            cancelOrigin(other, into: &actions)
            noteOpen(other)
        }
    }

    // MARK: While it delivers

    /// A silent origin is given up for peers that have the segment; without any it is waited for.
    ///
    /// Peers that are late with their part lose it: if a player waits for it, it comes from the
    /// origin first.
    mutating func watchOrigin(
        of record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) -> Moment {
        guard let fetch = segments.entries[record.index].fetch else { return .distantFuture }
        if peersPartLateAt(of: record) <= now {
            cancelPeers(of: record, into: &actions)
            if segments.entries[record.index].requestedAt != nil {
                cancelOrigin(record, into: &actions)
                return handOver(record, need, .late, at: now, into: &actions)
            }
        }
        let stalledAt = fetch.progressAt + stallPatience
        guard stalledAt <= now else { return min(stalledAt, peersPartLateAt(of: record)) }
        if segments.entries[record.index].board.isComplete {
            finish(record, at: now, into: &actions)
            return .distantFuture
        }
        gather(.urgent, for: record, at: now)
        if scratch.candidates.isEmpty {
            // What was taken back from peers so that the origin brings it is all there is now.
            segments.entries[record.index].board.forgetAnswered()
            gather(.urgent, for: record, at: now)
        }
        guard !scratch.candidates.isEmpty else { return now + stallPatience }
        cancelOrigin(record, into: &actions)
        segments.entries[record.index].originRetryAt = now + stallPatience
        return .distantFuture
    }

    /// When peers count as late with what was left to them beside a fetch.
    private mutating func peersPartLateAt(of record: RecordSlot) -> Moment {
        guard let fetch = segments.entries[record.index].fetch, !fetch.isAided else {
            return .distantFuture
        }
        return peersLateAt(of: record)
    }

    /// When peers that are silent from now on count as late.
    private mutating func peersLateAt(of record: RecordSlot) -> Moment {
        guard segments.entries[record.index].board.outstandingCount > 0,
            let pull = segments.entries[record.index].pull
        else { return .distantFuture }
        return pull.progressAt + silence
    }

    /// An origin that was slow to answer lately is not waited for much longer for that.
    private var stallPatience: Duration {
        mutating get { min(.seconds(5), max(.seconds(2), origin.time(for: 0) * 4)) }
    }

    mutating func cancelOrigin(_ record: RecordSlot, into actions: inout [Action]) {
        if let fetch = segments.entries[record.index].fetch, let answeredAt = fetch.answeredAt,
            !fetch.isEarly
        {
            origin.delivered(
                fetch.received, in: fetch.progressAt - answeredAt, beside: fetching.count - 1)
        }
        actions.append(.cancelOrigin(segments.entries[record.index].id))
        endFetch(of: record)
    }

    private mutating func endFetch(of record: RecordSlot) {
        segments.entries[record.index].fetch = nil
        fetching.removeAll { $0 == record }
    }

    /// The origin contradicts what peers said of the length: the origin is right, and their bytes
    /// are not used.
    private mutating func contradicted(
        _ record: RecordSlot, length: Int, at now: Moment, into actions: inout [Action]
    ) {
        cancelPeers(of: record, into: &actions)
        let hasBegunLater = (segments.entries[record.index].fetch?.offset ?? 0) > 0
        segments.entries[record.index].board.clear()
        _ = segments.entries[record.index].board.lengthKnown(length)
        segments.entries[record.index].leaves = .unknown
        guard hasBegunLater else { return }
        cancelOrigin(record, into: &actions)
        let need = need(of: record, at: now)
        let wake = handOver(record, need, .integrity, at: now, into: &actions)
        alarms.set(record.index, at: wake)
    }
}
