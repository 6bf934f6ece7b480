import PeerWire
import Primitives
import SwarmCore

extension ScheduleWorld {
    /// What becomes of an action is up to the one whom it concerns.
    mutating func carryOut(_ action: Schedule.Action) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, _):
            origin.count += 1
            origin.fetches[segment] = WorldOrigin.Fetch(
                number: origin.count, offset: offset, end: end)
            agenda.enter(.origin(segment, fetch: origin.count), at: now + origin.latency)
        case .cancelOrigin(let segment): origin.fetches[segment] = nil
        case .requestLeaves(let segment, let peer):
            let place = Self.index(of: peer)
            agenda.enter(
                .leaves(of: segment, by: peer, visit: peers[place].visit),
                at: now + peers[place].latency * 2)
        case .requestChunks(let segment, let run, let peer, _): request(segment, run, peer)
        case .tellRumour: break
        case .cancelChunks(let segment, let run, let peer):
            for chunk in run.chunks {
                let order = WorldPeer.Order(segment: segment, chunk: chunk)
                peers[Self.index(of: peer)].cancelled.insert(order)
            }
        }
    }

    // MARK: Peers

    private mutating func request(_ segment: SegmentID, _ run: ChunkRun, _ peer: PeerID) {
        let place = Self.index(of: peer)
        let visit = peers[place].visit
        if dice.chance(peers[place].refusals) {
            let answer = Happening.Kind.refusal(
                of: segment, run, by: peer, visit: visit, isBusy: dice.chance(70))
            return agenda.enter(answer, at: now + peers[place].latency * 2)
        }
        for chunk in run.chunks {
            peers[place].cancelled.remove(WorldPeer.Order(segment: segment, chunk: chunk))
            agenda.enter(
                .chunk(chunk, of: segment, by: peer, visit: visit),
                at: peers[place].arrival(at: now))
        }
    }

    /// Whether the peer is still there and says anything.
    private mutating func answers(_ peer: PeerID, _ visit: Int) -> Bool {
        let place = Self.index(of: peer)
        guard peers[place].isHere, peers[place].visit == visit else { return false }
        if peers[place].isSilent { peers[place].owesAnswers = true }
        return !peers[place].isSilent
    }

    mutating func give(_ chunk: Int, _ segment: SegmentID, _ peer: PeerID, _ visit: Int) {
        guard answers(peer, visit) else { return }
        let order = WorldPeer.Order(segment: segment, chunk: chunk)
        let wasCancelled = peers[Self.index(of: peer)].cancelled.remove(order) != nil
        // It may have been on its way.
        guard !wasCancelled || dice.chance(30) else { return }
        feed(.chunkVerified(segment, chunk: chunk, from: peer))
    }

    mutating func giveLeaves(_ segment: SegmentID, _ peer: PeerID, _ visit: Int) {
        guard answers(peer, visit), watched.oracle.mayGiveLeaves(segment, peer) else { return }
        if dice.chance(peers[Self.index(of: peer)].refusals) {
            feed(.leavesUnavailable(segment, from: peer))
        } else {
            let isLie = endsAt == .distantFuture && dice.chance(1)
            let length = Self.length(of: segment) + (isLie ? 32_768 : 0)
            feed(.leavesVerified(segment, length: length, from: peer))
        }
    }

    mutating func refuse(
        _ segment: SegmentID, _ run: ChunkRun, _ peer: PeerID, _ visit: Int, isBusy: Bool
    ) {
        guard answers(peer, visit) else { return }
        // In the end peers have everything, whatever they meant to answer before.
        let isBusy = isBusy || endsAt != .distantFuture
        let refusal: Schedule.Refusal =
            isBusy ? .busy(retryAfter: dice.milliseconds(0..<3_000)) : .absent
        feed(.requestEnded(segment, run, from: peer, refusal))
    }

    // MARK: Origin

    /// The origin says how long the segment is, then sends a part, then the next.
    mutating func step(_ segment: SegmentID, _ number: Int) {
        guard var fetch = origin.fetches[segment], fetch.number == number else { return }
        agenda.enter(.origin(segment, fetch: number), at: now + WorldOrigin.step)
        guard !origin.isSilent else { return }
        if dice.chance(origin.failures) {
            origin.fetches[segment] = nil
            let retryAfter = dice.chance(80) ? dice.milliseconds(0..<4_000) : nil
            return feed(.originFailed(segment, retryAfter: retryAfter))
        }
        guard fetch.hasStarted else {
            fetch.hasStarted = true
            origin.fetches[segment] = fetch
            let length = dice.chance(80) ? Self.length(of: segment) : nil
            return feed(.originStarted(segment, length: length))
        }
        let total = max(0, (fetch.end ?? Self.length(of: segment)) - fetch.offset)
        if fetch.sent < total {
            fetch.sent = min(total, fetch.sent + origin.bytesPerStep)
            origin.fetches[segment] = fetch
            return feed(.originReceived(segment, count: fetch.sent))
        }
        origin.fetches[segment] = nil
        feed(.originFinished(segment))
    }
}
