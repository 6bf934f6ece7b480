package import PeerWire
package import Primitives

extension Schedule {
    /// The leaves of a segment are known and attested: its chunks can be asked of peers.
    package mutating func leavesVerified(
        _ segment: SegmentID, length: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) {
        if let slot = peers.slot(of: peer) { answered(slot, at: now) }
        guard let record = segments.slot(of: segment), !segments.entries[record.index].isComplete,
            segments.entries[record.index].leaves != .known
        else { return }
        // They may come when nobody works on the segment any more.
        segments.begin(record)
        guard segments.entries[record.index].board.lengthKnown(length) else {
            // The origin said otherwise, and the origin is right.
            leavesUnavailable(segment, from: peer, at: now, into: &actions)
            return
        }
        endLeavesRequest(of: record)
        segments.entries[record.index].leaves = .known
        noteOpen(record)
        plan(record, at: now, into: &actions)
        if let slot = peers.slot(of: peer) { refill(slot, at: now, into: &actions) }
        checkInvariants()
    }

    /// The peer has no leaves, or nobody vouches for those it sent.
    package mutating func leavesUnavailable(
        _ segment: SegmentID, from peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        lost(segment, by: slot)
        answered(slot, at: now)
        if let record = segments.slot(of: segment), isAskedForLeaves(slot, of: record) {
            endLeavesRequest(of: record)
            plan(record, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// A chunk matched its leaf; returns whether it was still missing, so that it is to be kept.
    package mutating func chunkVerified(
        _ segment: SegmentID, chunk: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) -> Bool {
        guard let record = segments.slot(of: segment) else { return false }
        let slot = peers.slot(of: peer)
        if let slot {
            peers.entries[slot.index].window.delivered(record, chunk: chunk, at: now)
            segments.entries[record.index].board.returned(chunk, by: slot, mayAskAgain: false)
            forgetIdleServer(slot, of: record)
            peers.judgeRates(at: now)
            answered(slot, at: now)
        }
        let isUseful =
            !segments.entries[record.index].isComplete
            && segments.entries[record.index].board.chunkVerified(chunk)
        if isUseful {
            cancelOthers(chunk, of: record, into: &actions)
            segments.entries[record.index].noteProgress(bytes: ChunkGeometry.chunkSize, at: now)
            if segments.entries[record.index].board.isComplete {
                finish(record, at: now, into: &actions)
            }
        }
        if let slot { goOn(slot, record, at: now, into: &actions) }
        checkInvariants()
        return isUseful
    }

    package mutating func requestEnded(
        _ segment: SegmentID, _ run: ChunkRun, from peer: PeerID, _ refusal: Refusal,
        at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        switch refusal {
        case .absent: lost(segment, by: slot)
        case .busy(let retryAfter):
            let pause = min(max(retryAfter, .milliseconds(50)), .seconds(10))
            peers.pause(slot, until: now + pause)
        }
        guard let record = segments.slot(of: segment) else { return }
        for chunk in run.chunks
        where peers.entries[slot.index].window.remove(record, chunk: chunk) != nil {
            segments.entries[record.index].board.returned(chunk, by: slot, mayAskAgain: true)
        }
        forgetIdleServer(slot, of: record)
        plan(record, at: now, into: &actions)
        checkInvariants()
    }

    /// All bytes of a segment are there: whatever is still asked for is taken back.
    mutating func finish(
        _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        cancelPeers(of: record, into: &actions)
        if segments.entries[record.index].fetch != nil { cancelOrigin(record, into: &actions) }
        complete(record, at: now, into: &actions)
    }

    mutating func complete(
        _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        cancelPeers(of: record, into: &actions)
        noteOutcome(of: record, at: now)
        segments.entries[record.index].isComplete = true
        segments.entries[record.index].pull = nil
        segments.entries[record.index].board.clear()
        segments.entries[record.index].leavesAskedOf.removeAll(keepingCapacity: true)
        forgetReceivers(of: record)
        noteOpen(record)
        deactivate(record)
        guard segments.entries[record.index].requestedAt != nil else { return }
        unrequest(record)
        guard !hasDelivered else { return }
        hasDelivered = true
        updateHorizon(at: now, into: &actions)
    }

    /// Who has the segment tells nobody when others have it too; should it be dropped here, those
    /// that have it will say so.
    private mutating func forgetReceivers(of record: RecordSlot) {
        guard let spot = segments.entries[record.index].place else { return }
        while let slot = tracks.entries[spot.track].receivers.first(in: spot.place) {
            peers.entries[slot.index].endArrival(of: segments.entries[record.index].id)
            tracks.entries[spot.track].receivers.set(slot, in: spot.place, to: false)
        }
    }

    /// The first copy of a chunk is here; the other peers that were asked for it need not send it.
    mutating func cancelOthers(
        _ chunk: Int, of record: RecordSlot, into actions: inout [Action]
    ) {
        while let loser = segments.entries[record.index].board.askedPeer(chunk) {
            segments.entries[record.index].board.returned(chunk, by: loser, mayAskAgain: true)
            peers.entries[loser.index].window.remove(record, chunk: chunk)
            forgetIdleServer(loser, of: record)
            let run = ChunkRun(chunk..<chunk + 1)
            actions.append(
                .cancelChunks(
                    segments.entries[record.index].id, run, from: peers.entries[loser.index].id))
        }
    }

    /// Gives a peer that has room more to do: of the same segment first.
    private mutating func goOn(
        _ slot: PeerSlot, _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        guard peers.entries[slot.index].window.wantsMore else { return }
        if segments.entries[record.index].isActive, segments.entries[record.index].isOpen {
            plan(record, at: now, into: &actions)
        }
        refill(slot, at: now, into: &actions)
    }

    // MARK: Cancelling

    /// Takes back everything that peers are asked for from a chunk on.
    mutating func cancelPeers(of record: RecordSlot, into actions: inout [Action]) {
        endLeavesRequest(of: record)
        for index in segments.entries[record.index].servers.indices.reversed() {
            let server = segments.entries[record.index].servers[index]
            cancel(record, of: server, mayAskAgain: true, into: &actions)
            forgetIdleServer(server, of: record)
        }
        noteOpen(record)
    }

    mutating func cancel(
        _ record: RecordSlot, of server: PeerSlot, mayAskAgain: Bool, into actions: inout [Action],
        where isTakenBack: (RequestWindow.Entry) -> Bool = { _ in true }
    ) {
        scratch.chunks.removeAll(keepingCapacity: true)
        for entry in peers.entries[server.index].window.entries
        where entry.record == record && isTakenBack(entry) {
            scratch.chunks.append(entry.chunk)
        }
        scratch.chunks.sort()
        for chunk in scratch.chunks {
            peers.entries[server.index].window.remove(record, chunk: chunk)
            segments.entries[record.index].board.returned(
                chunk, by: server, mayAskAgain: mayAskAgain)
        }
        var place = 0
        while place < scratch.chunks.count {
            let end = scratch.endOfRun(from: place)
            let run = ChunkRun(scratch.chunks[place]..<scratch.chunks[end - 1] + 1)
            actions.append(
                .cancelChunks(
                    segments.entries[record.index].id, run, from: peers.entries[server.index].id))
            place = end
        }
    }

    /// Stops all work on a segment; the bytes that are there stay.
    mutating func standDown(_ record: RecordSlot, into actions: inout [Action]) {
        cancelPeers(of: record, into: &actions)
        if segments.entries[record.index].fetch != nil { cancelOrigin(record, into: &actions) }
        segments.entries[record.index].leavesAskedOf.removeAll(keepingCapacity: true)
        segments.entries[record.index].pull = nil
        deactivate(record)
        alarms.set(record.index, at: .distantFuture)
        noteOpen(record)
    }
}
