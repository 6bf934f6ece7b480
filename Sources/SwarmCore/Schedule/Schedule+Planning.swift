import Primitives

extension Schedule {
    mutating func planAll(at now: Moment, into actions: inout [Action]) {
        var index = 0
        while index < active.count {
            let record = active[index]
            plan(record, at: now, into: &actions)
            // Planning one may take it off the list, never another.
            if index < active.count, active[index] == record { index += 1 }
        }
    }

    /// Plans what the player or the origin will be concerned with soon.
    mutating func planNear(at now: Moment, into actions: inout [Action]) {
        var index = 0
        while index < active.count {
            let record = active[index]
            let place = segments.entries[record.index].place
            if segments.entries[record.index].requestedAt != nil || configuration.isEdge
                || place.map({ isNear($0) }) == true
            {
                plan(record, at: now, into: &actions)
            }
            if index < active.count, active[index] == record { index += 1 }
        }
    }

    /// Does for one segment what its state and the time left ask for, and sets its alarm.
    mutating func plan(_ record: RecordSlot, at now: Moment, into actions: inout [Action]) {
        guard segments.entries[record.index].isActive else { return }
        let need = need(of: record, at: now)
        noteSlack(of: record, need, at: now)
        expireLeaves(of: record, at: now)
        judge(record, need, at: now)
        var wake = Moment.distantFuture
        if segments.entries[record.index].fetch != nil {
            wake = watchOrigin(of: record, need, at: now, into: &actions)
            wake = min(wake, aidOrigin(with: record, need, at: now, into: &actions))
        }
        if segments.entries[record.index].fetch == nil, segments.entries[record.index].isActive {
            // Nothing is left to ask for, although the origin did not say so.
            if segments.entries[record.index].board.isComplete {
                return finish(record, at: now, into: &actions)
            }
            wake = pursue(record, need, at: now, into: &actions)
        }
        noteOpen(record)
        guard segments.entries[record.index].isActive else { return }
        let isNever = wake == .distantFuture
        alarms.set(record.index, at: isNever ? wake : max(wake, now + Self.smallestPause))
    }

    /// Alarms are not set closer than this, so that rounding cannot make a busy loop.
    private static let smallestPause = Duration.milliseconds(1)

    /// Asks the origin if it is time to, else peers; returns when to look again.
    private mutating func pursue(
        _ record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) -> Moment {
        let originAt = originFreeAt(for: record, at: now)
        var wake = originAt
        if originAt <= now {
            switch originTurn(for: record, need, at: now) {
            case .now(let reason):
                return handOver(record, need, reason, at: now, into: &actions)
            case .notBefore(let moment): wake = moment
            }
        }
        guard arePeersEnabled else { return wake }
        let (isClosed, closesAt) = closes(
            record, need, originAt: originAt, at: now, into: &actions)
        wake = min(wake, closesAt)
        guard !isClosed else {
            // What became urgent at once has nobody left to wait for.
            guard need.isUrgent, originAt <= now,
                case .now(let reason) = originTurn(for: record, need, at: now)
            else { return wake }
            return handOver(record, need, reason, at: now, into: &actions)
        }
        let asksAt = asksAt(record, need)
        guard asksAt <= now else { return min(wake, asksAt) }
        hedge(record, need, at: now, into: &actions)
        askPeers(for: record, need, at: now, into: &actions)
        return min(wake, nextLateness(of: record))
    }

    /// When the first peer counts as late with what it was asked for.
    private mutating func nextLateness(of record: RecordSlot) -> Moment {
        var earliest = Moment.distantFuture
        if case .asked(let request) = segments.entries[record.index].leaves {
            earliest = request.lateAt
        }
        for index in segments.entries[record.index].servers.indices {
            let server = segments.entries[record.index].servers[index]
            earliest = min(
                earliest, peers.entries[server.index].window.earliestLateness(of: record))
        }
        return earliest
    }

    private mutating func noteSlack(of record: RecordSlot, _ need: Need, at now: Moment) {
        segments.entries[record.index].firstSeenAt =
            segments.entries[record.index].firstSeenAt ?? now
        guard segments.entries[record.index].firstSlack == nil, need.due != .distantFuture else {
            return
        }
        segments.entries[record.index].firstSlack = max(.zero, need.timeLeft - need.threshold)
    }

    /// Measures anew from the moment when a segment becomes urgent.
    private mutating func judge(_ record: RecordSlot, _ need: Need, at now: Moment) {
        guard let pull = segments.entries[record.index].pull, pull.isUrgent != need.isUrgent else {
            return
        }
        if need.isUrgent {
            segments.entries[record.index].beginPull(isUrgent: true, at: now)
        } else {
            segments.entries[record.index].setUrgent(false)
        }
    }

    /// Keeps the track's note of whether peers can be asked for something.
    mutating func noteOpen(_ record: RecordSlot) {
        guard let spot = segments.entries[record.index].place else { return }
        tracks.entries[spot.track].setOpen(segments.entries[record.index].isOpen, at: spot.place)
    }
}
