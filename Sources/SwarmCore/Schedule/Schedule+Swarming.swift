import PeerWire
import Primitives

extension Schedule {
    /// Asks peers for the leaves of a segment, or for chunks that nobody has been asked for.
    mutating func askPeers(
        for record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        switch segments[record].leaves {
        case .unknown: askLeaves(of: record, need, at: now, into: &actions)
        case .asked: break
        case .known:
            guard segments[record].board.unaskedCount > 0 else { return }
            gather(need.isUrgent ? .urgent : .ahead, for: record, at: now)
            share(record, need, at: now, into: &actions)
        }
    }

    // MARK: Leaves

    /// Requests for leaves that one peer may have to answer at a time.
    private static let mostLeavesAsked = 2

    private mutating func askLeaves(
        of record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        gather(need.isUrgent ? .urgent : .ahead, for: record, at: now)
        for candidate in scratch.candidates {
            let slot = candidate.slot
            let isFree =
                peers[slot].leavesAsked < Self.mostLeavesAsked && peers[slot].window.wantsMore
            guard need.isUrgent || isFree else { continue }
            let window = peers[slot].window
            var lateAt = window.estimate.lateness(behind: window.entries.count, at: now)
            lateAt = need.isUrgent ? min(lateAt, now + silence) : lateAt + patience(for: need)
            segments[record].leaves = .asked(of: slot, lateAt: lateAt)
            segments[record].leavesAskedOf.append(slot)
            peers[slot].leavesAsked += 1
            actions.append(.requestLeaves(segments[record].id, from: peers[slot].id))
            return
        }
    }

    /// Nobody waits any longer for the leaves that are late.
    mutating func expireLeaves(of record: RecordSlot, at now: Moment) {
        guard case .asked(_, let lateAt) = segments[record].leaves, lateAt <= now else { return }
        endLeavesRequest(of: record)
    }

    mutating func endLeavesRequest(of record: RecordSlot) {
        guard case .asked(let slot, _) = segments[record].leaves else { return }
        peers[slot].leavesAsked -= 1
        segments[record].leaves = .unknown
    }

    // MARK: Chunks

    /// Shares the chunks that nobody was asked for among the candidates, so that all of them finish
    /// at about the same time.
    private mutating func share(
        _ record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        setQuotas(for: segments[record].board.unaskedCount, isUrgent: need.isUrgent)
        var next = segments[record].board.nextUnasked(from: 0)
        while let chunk = next {
            guard let candidate = candidate(for: chunk, of: record) else {
                next = segments[record].board.nextUnasked(from: chunk + 1)
                continue
            }
            let end = endOfRun(from: chunk, of: record, candidate)
            ask(
                record, chunk..<end, of: scratch.candidates[candidate].slot, need, at: now,
                into: &actions)
            scratch.candidates[candidate].quota -= end - chunk
            next = segments[record].board.nextUnasked(from: end)
        }
    }

    /// How many chunks each candidate gets: one by one to the one that would be done first.
    private mutating func setQuotas(for total: Int, isUrgent: Bool) {
        // A peer that needs longer for one chunk than the fastest needs for all only delays.
        var enough = Double.infinity
        for candidate in scratch.candidates {
            enough = min(enough, seconds(of: candidate, for: total))
        }
        for _ in 0..<total {
            var best: Int?
            var bestSeconds = enough
            for index in scratch.candidates.indices {
                let candidate = scratch.candidates[index]
                let window = peers[candidate.slot].window
                guard candidate.quota < min(window.free(isUrgent: isUrgent), candidate.chunkLimit)
                else { continue }
                let seconds = seconds(of: candidate, for: candidate.quota + 1)
                if seconds < bestSeconds || best == nil && seconds <= bestSeconds {
                    best = index
                    bestSeconds = seconds
                }
            }
            guard let best else { return }
            scratch.candidates[best].quota += 1
        }
    }

    /// Seconds until a candidate has brought so many chunks.
    private func seconds(of candidate: Candidate, for count: Int) -> Double {
        let window = peers[candidate.slot].window
        return candidate.seconds + Double(count - 1) * window.estimate.secondsPerChunk
    }

    /// Who is asked for a run that begins at `chunk`: one that has little first, as it can give
    /// only early chunks; then the one that is to give most.
    private func candidate(for chunk: Int, of record: RecordSlot) -> Int? {
        var best: Int?
        for index in scratch.candidates.indices where canAsk(index, for: chunk, of: record) {
            guard let known = best else {
                best = index
                continue
            }
            let (candidate, leader) = (scratch.candidates[index], scratch.candidates[known])
            if (candidate.chunkLimit, -candidate.quota) < (leader.chunkLimit, -leader.quota) {
                best = index
            }
        }
        return best
    }

    private func canAsk(_ index: Int, for chunk: Int, of record: RecordSlot) -> Bool {
        let candidate = scratch.candidates[index]
        return candidate.quota > 0 && chunk < candidate.chunkLimit
            && segments[record].board.canAsk(chunk, of: candidate.slot)
    }

    private func endOfRun(from chunk: Int, of record: RecordSlot, _ index: Int) -> Int {
        let candidate = scratch.candidates[index]
        let most = min(candidate.quota, ChunkRun.largestCount)
        let bound = min(chunk + most, segments[record].board.chunkCount, candidate.chunkLimit)
        var end = chunk + 1
        while end < bound, segments[record].board.isUnasked(end),
            segments[record].board.canAsk(end, of: candidate.slot)
        {
            end += 1
        }
        return end
    }

    private mutating func ask(
        _ record: RecordSlot, _ chunks: Range<Int>, of slot: PeerSlot, _ need: Need,
        at now: Moment, into actions: inout [Action]
    ) {
        let run = ChunkRun(chunks)
        _ = peers[slot].window.ask(record, run, patience: patience(for: need), at: now)
        for chunk in chunks { segments[record].board.asked(chunk, of: slot) }
        if !segments[record].servers.contains(slot) { segments[record].servers.append(slot) }
        if segments[record].pull == nil {
            segments[record].pull = SegmentRecord.Pull(startedAt: now)
            segments[record].pull?.isUrgent = need.isUrgent
        }
        actions.append(
            .requestChunks(segments[record].id, run, from: peers[slot].id, deadline: need.due))
    }

    // MARK: Late chunks

    /// With more time than this left, a late chunk is taken back rather than asked for twice.
    private static let reassignable = Duration.seconds(6)

    /// Has chunks that are late brought by somebody else: with little time left by both, and the
    /// first copy wins.
    mutating func hedge(
        _ record: RecordSlot, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        guard !segments[record].servers.isEmpty else { return }
        let isReassigned = need.timeLeft > max(Self.reassignable, need.threshold * 4)
        // Asking others may add servers, which cannot be late yet.
        for index in segments[record].servers.indices.reversed() {
            let server = segments[record].servers[index]
            scratch.chunks.removeAll(keepingCapacity: true)
            peers[server].window.takeLate(
                of: record, patience: patience(for: need), at: now, into: &scratch.chunks)
            guard !scratch.chunks.isEmpty else { continue }
            scratch.chunks.sort()
            gather(.hedge, for: record, at: now)
            scratch.candidates.removeAll { $0.slot == server }
            guard !scratch.candidates.isEmpty else { continue }
            if isReassigned {
                // What was asked for behind a late chunk would be later still.
                cancel(
                    record, from: scratch.chunks[0], of: server, mayAskAgain: false, into: &actions)
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

    private mutating func askAgain(
        _ record: RecordSlot, _ chunks: Range<Int>, _ need: Need, at now: Moment,
        into actions: inout [Action]
    ) {
        for candidate in scratch.candidates {
            let free = peers[candidate.slot].window.free(isUrgent: true)
            var end = chunks.lowerBound
            while end < min(chunks.upperBound, candidate.chunkLimit, chunks.lowerBound + free),
                segments[record].board.outstanding(end) == 1,
                segments[record].board.canAsk(end, of: candidate.slot)
            {
                end += 1
            }
            guard end > chunks.lowerBound else { continue }
            let run = chunks.lowerBound..<end
            return ask(record, run, of: candidate.slot, need, at: now, into: &actions)
        }
    }

    mutating func forgetIdleServer(_ server: PeerSlot, of record: RecordSlot) {
        guard !peers[server].window.asks(for: record) else { return }
        segments[record].servers.removeAll { $0 == server }
    }
}
