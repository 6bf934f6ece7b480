import PeerWire
import Primitives

extension Schedule {
    mutating func planAll(at now: Moment, into actions: inout [Action]) {
        for segment in active { plan(segment, at: now, into: &actions) }
    }

    /// Does for one segment what its state and the time left ask for, and sets its alarm.
    mutating func plan(_ segment: SegmentID, at now: Moment, into actions: inout [Action]) {
        guard let state = records[segment]?.state else { return }
        let wake =
            switch state {
            case .complete: Moment.distantFuture
            case .waiting: chooseSource(for: segment, at: now, into: &actions)
            case .askingLeaves(let peer, let lateAt):
                awaitLeaves(of: segment, from: peer, lateAt, at: now, into: &actions)
            case .swarming(let swarming):
                swarm(segment, swarming, at: now, into: &actions)
            case .origin(let fetch):
                watchOrigin(of: segment, fetch, at: now, into: &actions)
            }
        records[segment]?.wakeAt = max(wake, now + Self.smallestPause)
    }

    /// Alarms are not set closer than this, so that rounding cannot make a busy loop.
    private static let smallestPause = Duration.milliseconds(1)

    // MARK: Waiting for a source

    private mutating func chooseSource(
        for segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) -> Moment {
        let need = need(of: segment, at: now)
        let sources = sources(of: segment, at: now)
        let originAt = originFreeAt(for: segment, at: now)
        let mayAskOrigin = originAt <= now
        if let first = sources.first,
            !mayAskOrigin || arePeersGoodEnough(sources, for: segment, need, at: now)
        {
            if records[segment]?.areLeavesKnown == true {
                let swarming = SegmentRecord.Swarming(startedAt: now)
                records[segment]?.state = .swarming(swarming)
                records[segment]?.recountUnasked()
                return swarm(segment, swarming, at: now, into: &actions)
            }
            return askLeaves(of: segment, from: first, need, at: now, into: &actions)
        }
        let releasedAt = earliestRelease(of: segment, at: now)
        guard mayAskOrigin else { return min(originAt, releasedAt) }
        switch originTurn(for: segment, need, arePeersTooSlow: !sources.isEmpty, at: now) {
        case .now(let reason):
            return askOrigin(for: segment, reason, at: now, into: &actions)
        case .notBefore(let moment):
            return min(moment, releasedAt)
        }
    }

    private enum OriginTurn {
        case now(OriginReason)
        case notBefore(Moment)
    }

    /// Whether it is this engine's turn to fetch a segment from the origin.
    private func originTurn(
        for segment: SegmentID, _ need: Need, arePeersTooSlow: Bool, at now: Moment
    ) -> OriginTurn {
        guard arePeersEnabled else { return .now(.policy) }
        if need.isUrgent {
            if let grace = grace(for: segment, at: now) { return .notBefore(grace) }
            return .now(urgentReason(for: segment, at: now))
        }
        guard !isHeldByPeers(segment) else {
            return arePeersTooSlow ? .now(.late) : .notBefore(need.urgentAt)
        }
        guard let rank = rank(for: segment) else { return .notBefore(need.urgentAt) }
        let turn = turn(ofRank: rank, need, at: now)
        guard turn <= now else { return .notBefore(min(turn, need.urgentAt)) }
        guard fetches(beside: segment) < configuration.originPrefetches else {
            return .notBefore(need.urgentAt)
        }
        if rank >= owners { return .now(.backup) }
        return .now((election.population ?? 1) > 1 ? .owner : .noPeer)
    }

    /// When a rank steps in: owners at once, the first backup when the slack has shrunk below a
    /// bound, each further one at half the bound of the one before.
    private func turn(ofRank rank: Int, _ need: Need, at now: Moment) -> Moment {
        guard rank >= owners else { return now }
        let rate = max(1, playhead.rate(at: now))
        let base = min(
            configuration.backupSlack.inSeconds,
            configuration.prefetchWindow.inSeconds / rate / 2)
        let bound = base / Double(1 << min(rank - owners, 30))
        return need.moment(withSlack: .clamped(seconds: bound))
    }

    /// The rank of this engine for a segment; while nobody has counted, who is alone is the first.
    func rank(for segment: SegmentID) -> Int? {
        guard election.population != nil else {
            return configuration.isEdge || peers.isEmpty ? 0 : nil
        }
        return election.rank(for: segment, owners: owners)
    }

    /// Until when the very first segment waits for a peer that is being connected, or that is
    /// about to say what it holds.
    private func grace(for segment: SegmentID, at now: Moment) -> Moment? {
        guard !hasDelivered, (election.population ?? 1) > 1, !isHeldByPeers(segment),
            let requestedAt = records[segment]?.requestedAt
        else { return nil }
        let end = requestedAt + configuration.firstPeerGrace
        return end > now ? end : nil
    }

    private func urgentReason(for segment: SegmentID, at now: Moment) -> OriginReason {
        guard let record = records[segment] else { return .urgent }
        if !record.leavesAskedOf.isEmpty || record.areLeavesKnown { return .late }
        if record.requestedAt != nil, !hasDelivered { return .start }
        if let soughtAt, now - soughtAt < .seconds(3) { return .seek }
        return peers.isEmpty ? .noPeer : .urgent
    }

    /// Whether peers deliver a segment in time, or no later than the origin would.
    ///
    /// Nobody waits yet for what is fetched ahead: that is left to peers until it becomes urgent.
    func arePeersGoodEnough(
        _ sources: [PeerID], for segment: SegmentID, _ need: Need, at now: Moment
    ) -> Bool {
        guard need.isUrgent || records[segment]?.requestedAt != nil else { return true }
        var rate = 0.0
        var wait = Double.infinity
        for source in sources.prefix(configuration.candidates) {
            guard let window = peers[source]?.window else { continue }
            rate += Double(ChunkGeometry.chunkSize) / window.estimate.secondsPerChunk
            wait = min(wait, window.estimate.seconds(behind: window.queue(before: segment)))
        }
        guard rate > 0 else { return false }
        if records[segment]?.areLeavesKnown != true { wait *= 2 }
        let seconds = wait + Double(missingBytes(of: segment)) / rate
        let allowed = max(
            need.originTime, max(need.timeLeft, configuration.smallestPatience))
        return seconds <= allowed.inSeconds
    }

    // MARK: The origin

    mutating func askOrigin(
        for segment: SegmentID, _ reason: OriginReason, at now: Moment, into actions: inout [Action]
    ) -> Moment {
        yieldOrigin(to: segment, at: now, into: &actions)
        let offset = records[segment]?.assembly.contiguousPrefix ?? 0
        let fetch = SegmentRecord.OriginFetch(
            offset: offset, reason: reason, startedAt: now, progressAt: now)
        records[segment]?.state = .origin(fetch)
        actions.append(.fetchFromOrigin(segment, offset: offset, reason: reason))
        return now + stallPatience
    }

    /// Ends fetches that can wait when a player would wait longer because of them; what they have
    /// delivered stays, and they go on from there.
    private mutating func yieldOrigin(
        to segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        let need = need(of: segment, at: now)
        guard records[segment]?.requestedAt != nil, need.timeLeft < need.originTime else { return }
        for other in active where other != segment && !requested.contains(other) {
            guard case .origin = records[other]?.state else { continue }
            actions.append(.cancelOrigin(other))
            records[other]?.state = .waiting
        }
    }

    /// A silent origin is given up for peers that have the segment; without any it is waited for.
    private mutating func watchOrigin(
        of segment: SegmentID, _ fetch: SegmentRecord.OriginFetch,
        at now: Moment, into actions: inout [Action]
    ) -> Moment {
        let stalledAt = fetch.progressAt + stallPatience
        guard stalledAt <= now else { return stalledAt }
        guard !sources(of: segment, at: now).isEmpty else { return now + stallPatience }
        actions.append(.cancelOrigin(segment))
        let retryAt = now + stallPatience
        records[segment]?.originRetryAt = retryAt
        records[segment]?.state = .waiting
        return chooseSource(for: segment, at: now, into: &actions)
    }

    private var stallPatience: Duration { max(.seconds(2), origin.time(for: 0) * 4) }

    /// When the origin may be asked for a segment: not soon after it failed, and not beside a fetch
    /// that is needed earlier, whose end makes all segments be looked at again.
    ///
    /// What a player waits for is asked for at once.
    func originFreeAt(for segment: SegmentID, at now: Moment) -> Moment {
        guard let record = records[segment] else { return .distantFuture }
        guard record.requestedAt == nil else { return record.originRetryAt }
        let due = due(segment, at: now)
        let earlier = active.reduce(0) { count, other in
            guard case .origin = records[other]?.state, self.due(other, at: now) < due else {
                return count
            }
            return count + 1
        }
        return earlier < configuration.originPrefetches ? record.originRetryAt : .distantFuture
    }
}
