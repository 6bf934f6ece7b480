import PeerWire
import Primitives

/// The very first segment: whatever peers do, it comes no later than from the origin alone.
extension Schedule {
    /// Whether a player waits for the segment and has not been given anything yet.
    mutating func isStart(_ record: RecordSlot) -> Bool {
        !hasDelivered && segments.entries[record.index].requestedAt != nil
    }

    /// Peers get a moment, if there are any to hope for, and longer only as long as they are about to
    /// be done with it.
    mutating func startTurn(for record: RecordSlot, at now: Moment) -> OriginTurn {
        guard let requestedAt = segments.entries[record.index].requestedAt else {
            return .now(.start)
        }
        let end = requestedAt + configuration.firstPeerGrace
        if now < end, arePeersHoped(for: record, at: now) { return .notBefore(end) }
        if let doneAt = peersDoneAt(record, at: now),
            doneAt <= now + configuration.firstPeerGrace
        {
            return .notBefore(max(doneAt, now + .milliseconds(5)))
        }
        return .now(.start)
    }

    /// Whether a peer has the segment, or may soon say so: others are known to be there and none has
    /// come yet, or one has just come.
    private mutating func arePeersHoped(for record: RecordSlot, at now: Moment) -> Bool {
        if isSupplied(record) { return true }
        guard (election.population ?? 1) > 1 else { return false }
        return peers.isEmpty || now < peers.lastCameAt + configuration.firstPeerGrace
    }

    /// When peers will have brought the rest, if they go on as they have begun.
    private mutating func peersDoneAt(_ record: RecordSlot, at now: Moment) -> Moment? {
        guard let pull = segments.entries[record.index].pull, pull.received > 0,
            segments.entries[record.index].board.unaskedCount == 0
        else { return nil }
        let perByte = (now - pull.startedAt).inSeconds / Double(pull.received)
        return now + .clamped(seconds: perByte * Double(missingBytes(of: record)))
    }

    // MARK: Beside the origin

    /// While the origin delivers the segment from its beginning on, peers bring its end: where the two
    /// meet, the fetch is over.
    ///
    /// Returns when to look again.
    mutating func aidOrigin(
        with record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) -> Moment {
        guard segments.entries[record.index].fetch?.isAided ?? false, arePeersEnabled else {
            return .distantFuture
        }
        askPeers(for: record, need, at: now, into: &actions)
        guard case .asked(let request) = segments.entries[record.index].leaves else {
            return .distantFuture
        }
        return request.lateAt
    }

    /// Gives chunks away from the last one backwards, each to who would bring it first, as long as
    /// that is before the origin would; nobody is asked for much before it has shown how fast it is.
    mutating func shareEnd(
        _ record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        gather(.end, for: record, at: now)
        setQuotas(for: record, isUrgent: false)
        for index in scratch.candidates.indices {
            let slot = scratch.candidates[index].slot.index
            guard !peers.entries[slot].window.estimate.isMeasured else { continue }
            scratch.candidates[index].quota = max(0, Self.trial - peers.entries[slot].window.count)
        }
        scratch.isInOrder = false
        let fetch = segments.entries[record.index].fetch
        let reached = fetch.map { ($0.offset + $0.received) >> ChunkGeometry.chunkLog } ?? -1
        let perChunk = fetch.flatMap { secondsPerChunk(of: $0, at: now) }
        let count = segments.entries[record.index].board.chunkCount
        // Until it shows how fast it is, the origin is taken to be fast.
        let isUnknown = fetch != nil && perChunk == nil
        let first = isUnknown ? max(reached + 1, count - count / 4) : reached + 1
        let wanted = min(segments.entries[record.index].wantedChunk, count)
        // What the player does not want at first comes last, and not beside the origin.
        var chunk = count - 1
        while chunk >= max(first, fetch == nil ? 0 : wanted) {
            defer { chunk -= 1 }
            guard segments.entries[record.index].board.isUnasked(chunk),
                let place = earliest(for: chunk, of: record, nil)
            else { continue }
            let candidate = scratch.candidates[place]
            let isMeasured = peers.entries[candidate.slot.index].window.estimate.isMeasured
            let seconds =
                seconds(of: candidate, for: candidate.given + 1) * (isMeasured ? 1 : Self.doubt)
            if let perChunk, seconds > perChunk * Double(chunk - reached) { return }
            scratch.candidates[place].quota -= 1
            scratch.candidates[place].given += 1
            ask(record, chunk..<chunk + 1, of: candidate.slot, need, at: now, into: &actions)
        }
    }

    /// Chunks that a peer may be asked for whose speed is not known.
    private static let trial = 2
    /// How many times longer such a peer is taken to need than is assumed of it.
    private static let doubt = 4.0

    private mutating func secondsPerChunk(
        of fetch: SegmentRecord.OriginFetch, at now: Moment
    ) -> Double? {
        guard let answeredAt = fetch.answeredAt, fetch.received >= ChunkGeometry.chunkSize else {
            return nil
        }
        return (now - answeredAt).inSeconds / Double(fetch.received >> ChunkGeometry.chunkLog)
    }

    /// The origin has brought what peers were asked for: they need not send it.
    mutating func cancelOvertaken(
        _ record: RecordSlot, from offset: Int, to end: Int, into actions: inout [Action]
    ) {
        guard segments.entries[record.index].board.outstandingCount > 0 else { return }
        let chunks = offset >> ChunkGeometry.chunkLog..<end >> ChunkGeometry.chunkLog
        for chunk in chunks.clamped(to: 0..<segments.entries[record.index].board.chunkCount) {
            cancelOthers(chunk, of: record, into: &actions)
        }
    }
}
