package import PeerWire
package import Primitives

extension Schedule {
    /// The leaves of a segment are known and attested: its chunks can be asked of peers.
    package mutating func leavesVerified(
        _ segment: SegmentID, length: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) {
        guard let record = records[segment], !record.isComplete, !record.areLeavesKnown else {
            return
        }
        guard records[segment]?.assembly.lengthKnown(length) == true else {
            // The origin said otherwise, and the origin is right.
            leavesUnavailable(segment, from: peer, at: now, into: &actions)
            return
        }
        records[segment]?.areLeavesKnown = true
        switch record.state {
        case .askingLeaves: records[segment]?.state = .waiting
        // They came after another source had been chosen, or after nobody wanted them.
        case .waiting, .origin: break
        case .swarming, .complete: preconditionFailure("leaves twice: \(record.state)")
        }
        if active.contains(segment) { plan(segment, at: now, into: &actions) }
        checkInvariants()
    }

    /// The peer has no leaves, or nobody vouches for those it sent.
    package mutating func leavesUnavailable(
        _ segment: SegmentID, from peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {
        peers[peer]?.lost(segment)
        if isAskedForLeaves(peer, of: segment) {
            records[segment]?.state = .waiting
            plan(segment, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// A chunk matched its leaf; returns whether it was still missing, so that it is to be kept.
    package mutating func chunkVerified(
        _ segment: SegmentID, chunk: Int, from peer: PeerID,
        at now: Moment, into actions: inout [Action]
    ) -> Bool {
        peers[peer]?.window.delivered(segment, chunk: chunk, at: now)
        records[segment]?.returned(chunk, by: peer, mayAskAgain: false)
        let bytes = records[segment]?.assembly.chunkVerified(chunk) ?? 0
        if bytes > 0 {
            cancelOthers(chunk, of: segment, into: &actions)
            noteProgress(of: segment, bytes, at: now)
            if records[segment]?.assembly.isComplete == true {
                finish(segment, at: now, into: &actions)
            }
        }
        refill(peer, segment, at: now, into: &actions)
        checkInvariants()
        return bytes > 0
    }

    package mutating func requestEnded(
        _ segment: SegmentID, _ run: ChunkRun, from peer: PeerID, _ refusal: Refusal,
        at now: Moment, into actions: inout [Action]
    ) {
        for chunk in run.chunks where peers[peer]?.window.remove(segment, chunk: chunk) != nil {
            records[segment]?.returned(chunk, by: peer, mayAskAgain: true)
        }
        switch refusal {
        case .absent: peers[peer]?.lost(segment)
        case .busy(let retryAfter):
            let pause = min(max(retryAfter, .milliseconds(50)), .seconds(10))
            peers[peer]?.busyUntil = now + pause
        }
        planAll(at: now, into: &actions)
        checkInvariants()
    }

    /// All bytes of a segment are there: whatever is still asked for is taken back.
    mutating func finish(_ segment: SegmentID, at now: Moment, into actions: inout [Action]) {
        cancelChunks(of: segment, into: &actions)
        if case .origin = records[segment]?.state { actions.append(.cancelOrigin(segment)) }
        complete(segment)
        updateHorizon(at: now, into: &actions)
    }

    mutating func complete(_ segment: SegmentID) {
        records[segment]?.state = .complete
        records[segment]?.wakeAt = .distantFuture
        records[segment]?.requestedAt = nil
        records[segment]?.leavesAskedOf = []
        if requested.remove(segment) != nil { hasDelivered = true }
        active.removeAll { $0 == segment }
    }

    /// The first copy of a chunk is here; the other peers that were asked for it need not send it.
    private mutating func cancelOthers(
        _ chunk: Int, of segment: SegmentID, into actions: inout [Action]
    ) {
        let ask = records[segment]?.asks.removeValue(forKey: chunk)
        records[segment]?.unasked.remove(contentsOf: chunk..<chunk + 1)
        for loser in ask?.outstanding ?? [] {
            peers[loser]?.window.remove(segment, chunk: chunk)
            actions.append(.cancelChunks(segment, ChunkRun(chunk..<chunk + 1), from: loser))
        }
    }

    private mutating func noteProgress(of segment: SegmentID, _ bytes: Int, at now: Moment) {
        guard case .swarming(var swarming) = records[segment]?.state else { return }
        swarming.progressAt = now
        swarming.received += bytes
        records[segment]?.state = .swarming(swarming)
    }

    /// Gives a peer that has room more to do: first of the same segment, then by deadline.
    private mutating func refill(
        _ peer: PeerID, _ segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard peers[peer]?.window.wantsMore == true else { return }
        if records[segment]?.unasked.isEmpty == false {
            plan(segment, at: now, into: &actions)
        }
        for other in active where peers[peer]?.window.wantsMore == true && other != segment {
            plan(other, at: now, into: &actions)
        }
    }
}
