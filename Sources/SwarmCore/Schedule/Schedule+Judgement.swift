import Primitives

extension Schedule {
    /// Whether peers deliver a segment in time, or no later than the origin would: then the moment
    /// at which that is to be judged again, else nil.
    mutating func peersInTime(_ record: RecordSlot, _ need: Need, at now: Moment) -> Moment? {
        guard arePeersEnabled, !segments.entries[record.index].isClosed else { return nil }
        // Those who were late with a part of it are not waited for with the rest.
        if need.timeLeft <= .zero, segments.entries[record.index].lateBytes > 0 { return nil }
        if case .asked(let request) = segments.entries[record.index].leaves {
            // What was asked for while there was time may not take that time now.
            let end = min(request.lateAt, request.askedAt + silence)
            return now < end && isPromising(record, need, at: now) ? end : nil
        }
        // Those that are asked in turn, and all put it off, are silent together.
        if need.isUrgent, let pull = segments.entries[record.index].pull, pull.isUrgent,
            pull.progressAt + silence <= now
        {
            return nil
        }
        guard segments.entries[record.index].board.outstandingCount > 0,
            let pull = segments.entries[record.index].pull,
            need.isUrgent
        else { return isPromising(record, need, at: now) ? max(need.urgentAt, now + silence) : nil }
        let silentAt = pull.progressAt + silence
        guard now < silentAt else { return nil }
        let elapsed = now - pull.startedAt
        guard elapsed >= silence, pull.received > 0 else {
            return isPromising(record, need, at: now) ? silentAt : nil
        }
        let missing = Double(missingBytes(of: record))
        let rest = elapsed.inSeconds * missing / Double(pull.received)
        let allowed = max(need.timeLeft, need.originTime)
        return rest <= allowed.inSeconds ? silentAt : nil
    }

    /// Whether those that are asked for a segment, or would be, have been fast enough for it so far.
    private mutating func isPromising(
        _ record: RecordSlot, _ need: Need, at now: Moment
    ) -> Bool {
        gather(.urgent, for: record, at: now)
        var rate = 0.0
        var wait = Double.infinity
        var counted = 0
        for server in segments.entries[record.index].servers {
            count(server, record, &rate, &wait)
            counted += 1
        }
        if case .asked(let request) = segments.entries[record.index].leaves {
            count(request.peer, record, &rate, &wait)
            counted += 1
        }
        for candidate in scratch.candidates where counted < configuration.urgentCandidates {
            // One that cannot be asked now, for whatever else it is late with, promises nothing.
            guard !segments.entries[record.index].servers.contains(candidate.slot),
                peers.entries[candidate.slot.index].window.free(isUrgent: true) > 0
            else { continue }
            count(candidate.slot, record, &rate, &wait)
            counted += 1
        }
        guard rate > 0 else { return false }
        if segments.entries[record.index].leaves != .known { wait *= 2 }
        let seconds = wait + Double(missingBytes(of: record)) / rate
        let allowed = max(need.originTime, max(need.timeLeft, configuration.smallestPatience))
        return seconds <= allowed.inSeconds
    }

    private mutating func count(
        _ peer: PeerSlot, _ record: RecordSlot, _ rate: inout Double, _ wait: inout Double
    ) {
        let estimate = peers.entries[peer.index].window.estimate
        rate += Double(ChunkGeometry.chunkSize) / estimate.secondsPerChunk
        wait = min(
            wait, estimate.seconds(behind: peers.entries[peer.index].window.queue(before: record)))
    }
}
