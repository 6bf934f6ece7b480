import Primitives

extension Schedule {
    enum OriginTurn {
        case now(OriginReason)
        case notBefore(Moment)
    }

    /// Whether it is this engine's turn to fetch a segment from the origin.
    mutating func originTurn(
        for record: RecordSlot, _ need: Need, at now: Moment
    ) -> OriginTurn {
        guard arePeersEnabled else { return .now(.policy) }
        guard isShareable(record) else { return .now(.notShareable) }
        if need.isUrgent, !isForOthers(record) {
            if isStart(record) { return startTurn(for: record, at: now) }
            if let judgement = peersInTime(record, need, at: now) { return .notBefore(judgement) }
            return .now(urgentReason(for: record, at: now))
        }
        if !need.isUrgent, choosesShare(of: record) { return .now(.owner) }
        // While there is time, who has it may be slow: others will have it, and the origin can wait.
        guard !isSupplied(record) else { return .notBefore(hasteAt(record, need)) }
        if let end = rumourEnd(of: record), end > now {
            return .notBefore(min(end, hasteAt(record, need)))
        }
        return electedTurn(for: record, need, at: now)
    }

    /// An edge node fetches for its peers, and never in haste: they would be faster themselves.
    @inline(__always)  // A call that cannot change the schedule would copy it.
    private mutating func isForOthers(_ record: RecordSlot) -> Bool {
        configuration.isEdge && segments.entries[record.index].requestedAt == nil
    }

    /// When a segment becomes urgent; never where nobody here waits for it.
    @inline(__always)
    private mutating func hasteAt(_ record: RecordSlot, _ need: Need) -> Moment {
        isForOthers(record) ? .distantFuture : need.urgentAt
    }

    /// Whether a peer has the segment, or is about to: those that have only asked the origin for it
    /// count if they are as many as owners are needed.
    mutating func isSupplied(_ record: RecordSlot) -> Bool {
        if segments.entries[record.index].board.outstandingCount > 0 { return true }
        guard let spot = segments.entries[record.index].place else {
            return isSuppliedUnplaced(record)
        }
        if !tracks.entries[spot.track].holders.isEmpty(row: spot.place) { return true }
        let receivers = tracks.entries[spot.track].receivers.count(row: spot.place)
        return receivers > 0 && (receivers >= owners || isRelayed(record, spot))
    }

    /// Whether chunks of it can be asked of a peer that is itself receiving it.
    private mutating func isRelayed(_ record: RecordSlot, _ spot: TrackPlace) -> Bool {
        var next = tracks.entries[spot.track].receivers.first(in: spot.place)
        while let slot = next {
            if !peers.entries[slot.index].supply(of: segments.entries[record.index].id).isEmpty {
                return true
            }
            next = tracks.entries[spot.track].receivers.first(
                in: spot.place, from: slot.index + 1)
        }
        return false
    }

    /// No playlist names the segment any more: the peers themselves are looked at.
    private mutating func isSuppliedUnplaced(_ record: RecordSlot) -> Bool {
        let segment = segments.entries[record.index].id
        for place in peers.order.places where peers.entries[place.slot.index].uploads {
            if !peers.supply(of: segment, place.slot).isEmpty { return true }
        }
        return false
    }

    private mutating func electedTurn(
        for record: RecordSlot, _ need: Need, at now: Moment
    ) -> OriginTurn {
        let hasteAt = hasteAt(record, need)
        let isFirst = rank(of: record).map { $0 < owners } ?? false
        if let turn = scarceTurn(for: record, isOwner: isFirst, at: now) {
            guard turn <= now else { return .notBefore(min(turn, hasteAt)) }
            return isFree(for: record) ? .now(isFirst ? .owner : .backup) : .notBefore(hasteAt)
        }
        guard let timing = segments.entries[record.index].timing, !isTooSlowForOthers(record) else {
            return .notBefore(hasteAt)
        }
        guard let rank = rank(of: record) else {
            guard let turn = openTurn(for: record, at: now) else { return .notBefore(hasteAt) }
            guard turn <= now else { return .notBefore(min(turn, hasteAt)) }
            return isFree(for: record) ? .now(.backup) : .notBefore(hasteAt)
        }
        let isOwner = rank < owners
        guard isOwner || !isHint(record) else { return .notBefore(hasteAt) }
        // Beyond its own window a member fetches only what it owns.
        guard isOwner || configuration.isEdge || timing.start < ownEnd else {
            return .notBefore(hasteAt)
        }
        let turn = turn(ofRank: rank, record, need, at: now)
        guard turn <= now else { return .notBefore(min(turn, hasteAt)) }
        guard isFree(for: record) else { return .notBefore(hasteAt) }
        if !isOwner { return .now(.backup) }
        return .now((election.population ?? 1) > 1 ? .owner : .noPeer)
    }

    /// Whether what is fetched already leaves room for a segment.
    private mutating func isFree(for record: RecordSlot) -> Bool {
        busyFetches < configuration.originPrefetches || isHint(record)
            || segments.entries[record.index].requestedAt != nil
    }

    /// Owners of a live segment may hear of it a segment later than others, and need a moment more.
    private static let liveHeadStart = Duration.seconds(1)
    /// Most hear within this time that one before them has begun.
    private static let liveStep = Duration.milliseconds(300)
    /// The same in a swarm that takes a while to pass a segment on: what begins later comes too late to
    /// those who play ahead.
    private static let wideHeadStart = Duration.milliseconds(400)
    private static let wideStep = Duration.milliseconds(200)

    /// When a rank steps in: owners at once, the first backup when the slack has shrunk below a
    /// bound, each further one at half the bound of the one before.
    ///
    /// The bound is a part of the slack that there was when the segment was first thought of: a
    /// live one has little from the beginning. In a live swarm without edge nodes, the first that hear
    /// of a segment need not wait so long for an owner that does not know it yet.
    private mutating func turn(
        ofRank rank: Int, _ record: RecordSlot, _ need: Need, at now: Moment
    ) -> Moment {
        guard rank >= owners else { return now }
        let isConnectedToAll = peers.directory.count + 1 >= election.population ?? .max
        if isLive(record), isConnectedToAll || election.isOfViewers {
            let waits = liveWaits(
                for: record, head: isConnectedToAll ? Self.liveHeadStart : Self.wideHeadStart,
                step: isConnectedToAll ? Self.liveStep : Self.wideStep)
            let wait =
                waits.head + waits.step * (rank - owners)
                + waits.step * 2 * diverse(segments.entries[record.index].id.number)
            return (segments.entries[record.index].firstSeenAt ?? now) + wait
        }
        let rate = max(1, playhead.rate(at: now))
        var base = min(
            configuration.backupSlack.inSeconds,
            configuration.originWindow.inSeconds / rate / 2)
        if let first = segments.entries[record.index].firstSlack?.inSeconds {
            base = min(base, first / 2)
            if isLive(record), let duration = segments.entries[record.index].timing?.duration {
                let head = liveWaits(for: record, head: Self.liveHeadStart, step: .zero).head
                base = min(base, max(first / 4, first - (duration + head).inSeconds))
            }
        }
        let slack = Duration.clamped(
            seconds: base / Double(1 << min(rank - owners, 30)))
        if isForOthers(record), let neededAt = segments.entries[record.index].neededAt {
            return neededAt - need.threshold - slack
        }
        return need.moment(withSlack: slack)
    }

    /// Between 0 and 1, another for each engine and segment.
    mutating func diverse(_ number: UInt64) -> Double {
        SeededRandom.fraction((configuration.diversity ?? 0) ^ number)
    }

    /// The rank of this engine for a segment, computed once for each standing.
    private mutating func rank(of record: RecordSlot) -> Int? {
        if segments.entries[record.index].rankGeneration != standing {
            segments.entries[record.index].rankGeneration = standing
            segments.entries[record.index].rank = computedRank(
                for: segments.entries[record.index].id)
        }
        return segments.entries[record.index].rank
    }

    /// While nobody has counted the members, who is alone is the first.
    private mutating func computedRank(for segment: SegmentID) -> Int? {
        guard election.population != nil else {
            return configuration.isEdge || peers.isEmpty ? 0 : nil
        }
        return election.rank(for: segment, owners: owners)
    }

    private mutating func urgentReason(for record: RecordSlot, at now: Moment) -> OriginReason {
        if !segments.entries[record.index].leavesAskedOf.isEmpty
            || segments.entries[record.index].leaves == .known
        {
            return .late
        }
        if let soughtAt, now - soughtAt < .seconds(3) { return .seek }
        return peers.isEmpty ? .noPeer : .urgent
    }
}
