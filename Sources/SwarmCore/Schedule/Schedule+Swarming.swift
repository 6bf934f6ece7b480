import PeerWire
import Primitives

extension Schedule {
    /// Asks peers for the leaves of a segment, or for chunks that nobody has been asked for.
    mutating func askPeers(
        for record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        switch segments.entries[record.index].leaves {
        case .unknown: askLeaves(of: record, need, at: now, into: &actions)
        case .asked: break
        case .known:
            guard segments.entries[record.index].board.unaskedCount > 0,
                !isHeldBack(record, at: now)
            else { return }
            if isStart(record) || segments.entries[record.index].fetch != nil {
                return shareEnd(record, need, at: now, into: &actions)
            }
            let isHasty = need.isUrgent || isPressing(record, need)
            gather(isHasty ? .urgent : .ahead, for: record, at: now)
            share(record, need, isHasty: isHasty, at: now, into: &actions)
        }
    }

    // MARK: Leaves

    /// Requests for leaves that one peer may have to answer at a time.
    private static let mostLeavesAsked = 2
    /// Leaves are little to send: others are asked before long, however much time there is.
    private static let longestLeavesPatience = Duration.milliseconds(500)

    private mutating func askLeaves(
        of record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        let isHasty = need.isUrgent || isPressing(record, need)
        gather(isHasty ? .urgent : .ahead, for: record, at: now)
        for candidate in scratch.candidates {
            let slot = candidate.slot
            let isFree =
                peers.entries[slot.index].leavesAsked < Self.mostLeavesAsked
                && peers.entries[slot.index].window.wantsMore
            guard isHasty || isFree else { continue }
            var lateAt = peers.entries[slot.index].window.estimate.lateness(
                behind: peers.entries[slot.index].window.count, at: now)
            lateAt =
                isHasty
                ? min(lateAt, now + silence)
                : lateAt + min(patience(for: need), Self.longestLeavesPatience)
            segments.entries[record.index].leaves = .asked(
                SegmentRecord.LeavesRequest(peer: slot, askedAt: now, lateAt: lateAt))
            segments.entries[record.index].leavesAskedOf.append(slot)
            peers.entries[slot.index].leavesAsked += 1
            actions.append(
                .requestLeaves(
                    segments.entries[record.index].id, from: peers.entries[slot.index].id))
            return
        }
    }

    /// Nobody waits any longer for the leaves that are late.
    mutating func expireLeaves(of record: RecordSlot, at now: Moment) {
        guard case .asked(let request) = segments.entries[record.index].leaves,
            request.lateAt <= now
        else { return }
        endLeavesRequest(of: record)
        leftUnanswered(by: request.peer, at: now)
    }

    mutating func endLeavesRequest(of record: RecordSlot) {
        guard case .asked(let request) = segments.entries[record.index].leaves else { return }
        peers.entries[request.peer.index].leavesAsked -= 1
        segments.entries[record.index].leaves = .unknown
    }

    mutating func isAskedForLeaves(_ slot: PeerSlot, of record: RecordSlot) -> Bool {
        guard case .asked(let request) = segments.entries[record.index].leaves else { return false }
        return request.peer == slot
    }

    // MARK: Chunks

    /// Runs that a segment is cut into when it is shared, if it has so many chunks.
    private static let runsPerSegment = 16

    /// Shares the chunks that nobody was asked for among the candidates.
    ///
    /// Short runs are given away in order, each to the one that would be done with it first: so all
    /// finish at about the same time, and the beginning is there long before, to be played and to
    /// be passed on.
    ///
    /// While there is time every engine begins elsewhere in the segment: so those that ask the same
    /// peer at the same time get other chunks of it, and can give them to each other.
    private mutating func share(
        _ record: RecordSlot, _ need: Need, isHasty: Bool, at now: Moment,
        into actions: inout [Action]
    ) {
        setQuotas(for: record, isUrgent: isHasty)
        guard scratch.candidates.contains(where: { $0.quota > 0 }) else { return }
        scratch.isInOrder = !(segments.entries[record.index].place.map { isNear($0) } ?? true)
        let count = segments.entries[record.index].board.chunkCount
        guard !isHasty, count > 0, let diversity = configuration.diversity else {
            let wanted = min(segments.entries[record.index].wantedChunk, count)
            share(record, wanted..<count, need, at: now, into: &actions)
            guard wanted > 0 else { return }
            return share(record, 0..<wanted, need, at: now, into: &actions)
        }
        let seed = diversity ^ segments.entries[record.index].id.number
        let start = Int(SeededRandom.value(seed) % UInt64(count))
        guard !shareRarest(record, from: start, need, at: now, into: &actions) else { return }
        share(record, start..<count, need, at: now, into: &actions)
        share(record, 0..<start, need, at: now, into: &actions)
    }

    private mutating func share(
        _ record: RecordSlot, _ chunks: Range<Int>, _ need: Need, at now: Moment,
        into actions: inout [Action]
    ) {
        let length = max(1, segments.entries[record.index].board.chunkCount / Self.runsPerSegment)
        var open: (place: Int, chunks: Range<Int>)?
        var next = segments.entries[record.index].board.nextUnasked(from: chunks.lowerBound)
        while let chunk = next, chunk < chunks.upperBound {
            guard let place = earliest(for: chunk, of: record, open) else {
                next = segments.entries[record.index].board.nextUnasked(from: chunk + 1)
                continue
            }
            let end = endOfRun(from: chunk, most: length, of: record, place)
            scratch.candidates[place].quota -= end - chunk
            scratch.candidates[place].given += end - chunk
            if let run = open, run.place == place, run.chunks.upperBound == chunk,
                end - run.chunks.lowerBound <= ChunkRun.largestCount
            {
                open = (place, run.chunks.lowerBound..<end)
            } else {
                give(open, record, need, at: now, into: &actions)
                open = (place, chunk..<end)
            }
            next = segments.entries[record.index].board.nextUnasked(from: end)
        }
        give(open, record, need, at: now, into: &actions)
    }

    private mutating func give(
        _ run: (place: Int, chunks: Range<Int>)?, _ record: RecordSlot, _ need: Need,
        at now: Moment, into actions: inout [Action]
    ) {
        guard let run else { return }
        let slot = scratch.candidates[run.place].slot
        ask(record, run.chunks, of: slot, need, at: now, into: &actions)
    }

    /// With so few peers there is hardly another to ask instead of one that has much to do already.
    private static let fewPeers = 2

    /// How many chunks each candidate may be asked for.
    ///
    /// A peer that needs longer for one chunk than the fastest needs for all only delays.
    mutating func setQuotas(for record: RecordSlot, isUrgent: Bool) {
        let total = segments.entries[record.index].board.unaskedCount
        let isShort = isLive(record) && !isUrgent && peers.directory.count > Self.fewPeers
        var enough = Double.infinity
        for candidate in scratch.candidates {
            enough = min(enough, seconds(of: candidate, for: total))
        }
        for index in scratch.candidates.indices {
            let candidate = scratch.candidates[index]
            let isOfUse = seconds(of: candidate, for: 1) <= enough
            let slot = candidate.slot.index
            let free =
                isShort
                ? peers.entries[slot].window.freeForLive
                : peers.entries[slot].window.free(isUrgent: isUrgent)
            scratch.candidates[index].quota = isOfUse ? free : 0
        }
    }

    /// Seconds until a candidate has brought so many chunks.
    @inline(__always)  // A call that cannot change the schedule would copy it.
    mutating func seconds(of candidate: Candidate, for count: Int) -> Double {
        candidate.seconds + Double(count - 1)
            * peers.entries[candidate.slot.index].window.estimate.secondsPerChunk
    }

    /// Who would bring a chunk first; of equals the one whose run it would lengthen.
    @inline(__always)
    mutating func earliest(
        for chunk: Int, of record: RecordSlot, _ open: (place: Int, chunks: Range<Int>)?
    ) -> Int? {
        var best: Int?
        var bestSeconds = Double.infinity
        for index in scratch.candidates.indices where canAsk(index, for: chunk, of: record) {
            if scratch.isInOrder { return index }
            let candidate = scratch.candidates[index]
            let seconds = seconds(of: candidate, for: candidate.given + 1)
            if seconds < bestSeconds || seconds == bestSeconds && open?.place == index {
                best = index
                bestSeconds = seconds
            }
        }
        return best
    }

    @inline(__always)
    private mutating func canAsk(_ index: Int, for chunk: Int, of record: RecordSlot) -> Bool {
        let candidate = scratch.candidates[index]
        return candidate.quota > 0 && candidate.supply.has(chunk)
            && segments.entries[record.index].board.canAsk(chunk, of: candidate.slot)
    }

    @inline(__always)
    private mutating func endOfRun(
        from chunk: Int, most: Int, of record: RecordSlot, _ index: Int
    ) -> Int {
        let candidate = scratch.candidates[index]
        let bound = min(
            chunk + min(most, candidate.quota), segments.entries[record.index].board.chunkCount)
        var end = chunk + 1
        while end < bound, candidate.supply.has(end),
            segments.entries[record.index].board.isUnasked(end),
            segments.entries[record.index].board.canAsk(end, of: candidate.slot)
        {
            end += 1
        }
        return end
    }

    mutating func ask(
        _ record: RecordSlot, _ chunks: Range<Int>, of slot: PeerSlot, _ need: Need,
        at now: Moment, into actions: inout [Action]
    ) {
        let run = ChunkRun(chunks)
        _ = peers.entries[slot.index].window.ask(
            record, run, patience: patience(for: need), at: now)
        for chunk in chunks { segments.entries[record.index].board.asked(chunk, of: slot) }
        if !segments.entries[record.index].servers.contains(slot) {
            segments.entries[record.index].servers.append(slot)
        }
        if segments.entries[record.index].pull == nil {
            segments.entries[record.index].beginPull(isUrgent: need.isUrgent, at: now)
        }
        actions.append(
            .requestChunks(
                segments.entries[record.index].id, run, from: peers.entries[slot.index].id,
                deadline: need.due))
    }

    // MARK: Late chunks

    /// Has chunks that are late brought by somebody else: with little time left by both, and the
    /// first copy wins.
    mutating func hedge(
        _ record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        guard !segments.entries[record.index].servers.isEmpty else { return }
        let isReassigned = need.timeLeft > max(Self.ease, need.threshold * 4)
        // Asking others may add servers, which cannot be late yet.
        for index in segments.entries[record.index].servers.indices.reversed() {
            let server = segments.entries[record.index].servers[index]
            guard peers.entries[server.index].window.earliestLateness(of: record) <= now else {
                continue
            }
            scratch.chunks.removeAll(keepingCapacity: true)
            peers.entries[server.index].window.takeLate(
                of: record, patience: patience(for: need), at: now, into: &scratch.chunks)
            guard !scratch.chunks.isEmpty else { continue }
            scratch.chunks.sort()
            gather(.hedge, for: record, at: now)
            scratch.candidates.removeAll { $0.slot == server }
            guard !scratch.candidates.isEmpty else { continue }
            if isLive(record), !need.isUrgent {
                takeBack(record, from: server, at: now, into: &actions)
                continue
            }
            if isReassigned {
                // What was asked for behind a late chunk would be later still.
                let first = scratch.chunks[0]
                cancel(record, of: server, mayAskAgain: false, into: &actions) { $0.chunk >= first }
                forgetIdleServer(server, of: record)
                continue
            }
            var place = 0
            while place < scratch.chunks.count {
                let end = scratch.endOfRun(from: place)
                let chunks = scratch.chunks[place]..<scratch.chunks[end - 1] + 1
                askAgain(record, chunks, need, at: now, into: &actions)
                place = end
            }
        }
    }

    /// A chunk that is being sent is not expected to take longer.
    private static let longestSending = Duration.seconds(2)

    /// Takes back what a late peer was asked for, but the chunk that it seems to be sending now:
    /// that would come all the same.
    private mutating func takeBack(
        _ record: RecordSlot, from server: PeerSlot, at now: Moment, into actions: inout [Action]
    ) {
        let first = peers.entries[server.index].window.entries.first
        cancel(record, of: server, mayAskAgain: false, into: &actions) { entry in
            guard let first, first.record == entry.record, first.chunk == entry.chunk else {
                return true
            }
            return now - entry.askedAt > Self.longestSending
        }
        forgetIdleServer(server, of: record)
    }

    private mutating func askAgain(
        _ record: RecordSlot, _ chunks: Range<Int>, _ need: Need, at now: Moment,
        into actions: inout [Action]
    ) {
        for candidate in scratch.candidates {
            let free = peers.entries[candidate.slot.index].window.free(isUrgent: true)
            var end = chunks.lowerBound
            while end < min(chunks.upperBound, chunks.lowerBound + free), candidate.supply.has(end),
                segments.entries[record.index].board.outstanding(end) == 1,
                segments.entries[record.index].board.canAsk(end, of: candidate.slot)
            {
                end += 1
            }
            guard end > chunks.lowerBound else { continue }
            let run = chunks.lowerBound..<end
            return ask(record, run, of: candidate.slot, need, at: now, into: &actions)
        }
    }

    mutating func forgetIdleServer(_ server: PeerSlot, of record: RecordSlot) {
        guard !peers.entries[server.index].window.asks(for: record) else { return }
        segments.entries[record.index].servers.removeAll { $0 == server }
    }
}
