package import PeerWire
package import Primitives

extension Schedule {
    /// The leaves of a segment are known and attested: its chunks can be asked of peers.
    package mutating func leavesVerified(
        _ segment: SegmentID, length: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) {
        guard let record = segments.slot(of: segment), !segments[record].isComplete,
            segments[record].leaves != .known
        else { return }
        // They may come when nobody works on the segment any more.
        segments.begin(record)
        guard segments[record].board.lengthKnown(length) else {
            // The origin said otherwise, and the origin is right.
            leavesUnavailable(segment, from: peer, at: now, into: &actions)
            return
        }
        endLeavesRequest(of: record)
        segments[record].leaves = .known
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
        if let record = segments.slot(of: segment), case .asked(slot, _) = segments[record].leaves {
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
            peers[slot].window.delivered(record, chunk: chunk, at: now)
            segments[record].board.returned(chunk, by: slot, mayAskAgain: false)
            forgetIdleServer(slot, of: record)
            peers.judgeRates(at: now)
        }
        let isUseful = !segments[record].isComplete && segments[record].board.chunkVerified(chunk)
        if isUseful {
            cancelOthers(chunk, of: record, into: &actions)
            segments[record].noteProgress(bytes: ChunkGeometry.chunkSize, at: now)
            if segments[record].board.isComplete { finish(record, at: now, into: &actions) }
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
        for chunk in run.chunks where peers[slot].window.remove(record, chunk: chunk) != nil {
            segments[record].board.returned(chunk, by: slot, mayAskAgain: true)
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
        if segments[record].fetch != nil { cancelOrigin(record, into: &actions) }
        complete(record, at: now, into: &actions)
    }

    mutating func complete(
        _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        cancelPeers(of: record, into: &actions)
        segments[record].isComplete = true
        segments[record].pull = nil
        segments[record].board.clear()
        segments[record].leavesAskedOf.removeAll(keepingCapacity: true)
        forgetReceivers(of: record)
        noteOpen(record)
        deactivate(record)
        guard segments[record].requestedAt != nil else { return }
        unrequest(record)
        guard !hasDelivered else { return }
        hasDelivered = true
        updateHorizon(at: now, into: &actions)
    }

    /// Who has the segment tells nobody when others have it too; should it be dropped here, those
    /// that have it will say so.
    private mutating func forgetReceivers(of record: RecordSlot) {
        guard let spot = segments[record].place else { return }
        for word in 0..<tracks[spot.track].receivers.stride {
            var rest = tracks[spot.track].receivers.word(word, of: spot.place)
            while rest != 0 {
                let slot = PeerSlot(word << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
                peers[slot].endArrival(of: segments[record].id)
                tracks[spot.track].receivers.set(slot, in: spot.place, to: false)
            }
        }
    }

    /// The first copy of a chunk is here; the other peers that were asked for it need not send it.
    private mutating func cancelOthers(
        _ chunk: Int, of record: RecordSlot, into actions: inout [Action]
    ) {
        while let loser = segments[record].board.askedPeer(chunk) {
            segments[record].board.returned(chunk, by: loser, mayAskAgain: false)
            peers[loser].window.remove(record, chunk: chunk)
            forgetIdleServer(loser, of: record)
            let run = ChunkRun(chunk..<chunk + 1)
            actions.append(.cancelChunks(segments[record].id, run, from: peers[loser].id))
        }
    }

    /// Gives a peer that has room more to do: of the same segment first.
    private mutating func goOn(
        _ slot: PeerSlot, _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        guard peers[slot].window.wantsMore else { return }
        if segments[record].isActive, segments[record].isOpen {
            plan(record, at: now, into: &actions)
        }
        refill(slot, at: now, into: &actions)
    }

    // MARK: Cancelling

    /// Takes back everything that peers are asked for from a chunk on.
    mutating func cancelPeers(
        of record: RecordSlot, from first: Int = 0, into actions: inout [Action]
    ) {
        if first == 0 { endLeavesRequest(of: record) }
        for index in segments[record].servers.indices.reversed() {
            let server = segments[record].servers[index]
            cancel(record, from: first, of: server, mayAskAgain: true, into: &actions)
            forgetIdleServer(server, of: record)
        }
        noteOpen(record)
    }

    mutating func cancel(
        _ record: RecordSlot, from first: Int, of server: PeerSlot, mayAskAgain: Bool,
        into actions: inout [Action]
    ) {
        scratch.chunks.removeAll(keepingCapacity: true)
        for entry in peers[server].window.entries
        where entry.record == record && entry.chunk >= first {
            scratch.chunks.append(entry.chunk)
        }
        scratch.chunks.sort()
        for chunk in scratch.chunks {
            peers[server].window.remove(record, chunk: chunk)
            segments[record].board.returned(chunk, by: server, mayAskAgain: mayAskAgain)
        }
        var place = 0
        while place < scratch.chunks.count {
            let end = scratch.endOfRun(from: place)
            let run = ChunkRun(scratch.chunks[place]..<scratch.chunks[end - 1] + 1)
            actions.append(.cancelChunks(segments[record].id, run, from: peers[server].id))
            place = end
        }
    }

    /// Stops all work on a segment; the bytes that are there stay.
    mutating func standDown(_ record: RecordSlot, into actions: inout [Action]) {
        cancelPeers(of: record, into: &actions)
        if segments[record].fetch != nil { cancelOrigin(record, into: &actions) }
        segments[record].leavesAskedOf.removeAll(keepingCapacity: true)
        segments[record].pull = nil
        deactivate(record)
        alarms.set(record.index, at: .distantFuture)
        noteOpen(record)
    }
}
