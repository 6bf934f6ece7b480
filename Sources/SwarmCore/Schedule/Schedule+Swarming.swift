import PeerWire
import Primitives

extension Schedule {
    // MARK: Leaves

    mutating func askLeaves(
        of segment: SegmentID, from peer: PeerID, _ need: Need,
        at now: Moment, into actions: inout [Action]
    ) -> Moment {
        guard let window = peers[peer]?.window else { return need.urgentAt }
        var lateAt = window.estimate.lateness(behind: window.entries.count, at: now)
        if need.isUrgent { lateAt = min(lateAt, now + patience) }
        records[segment]?.state = .askingLeaves(of: peer, lateAt: lateAt)
        records[segment]?.leavesAskedOf.append(peer)
        actions.append(.requestLeaves(segment, from: peer))
        return lateAt
    }

    mutating func awaitLeaves(
        of segment: SegmentID, from peer: PeerID, _ lateAt: Moment,
        at now: Moment, into actions: inout [Action]
    ) -> Moment {
        guard lateAt <= now else { return lateAt }
        records[segment]?.state = .waiting
        plan(segment, at: now, into: &actions)
        return records[segment]?.wakeAt ?? .distantFuture
    }

    // MARK: Chunks

    mutating func swarm(
        _ segment: SegmentID, _ swarming: SegmentRecord.Swarming,
        at now: Moment, into actions: inout [Action]
    ) -> Moment {
        let need = need(of: segment, at: now)
        let swarming = judge(swarming, of: segment, need, at: now)
        let originAt = originFreeAt(for: segment, at: now)
        if originAt <= now, isTooSlow(swarming, of: segment, need, at: now) {
            cancelChunks(of: segment, into: &actions)
            return askOrigin(for: segment, .late, at: now, into: &actions)
        }
        records[segment]?.state = .swarming(swarming)
        hedge(segment, need, at: now, into: &actions)
        askForMore(of: segment, need, at: now, into: &actions)
        let isAnythingOutstanding = records[segment]?.asks.values.contains {
            !$0.outstanding.isEmpty
        }
        guard isAnythingOutstanding == true || !sources(of: segment, at: now).isEmpty else {
            records[segment]?.state = .waiting
            plan(segment, at: now, into: &actions)
            return records[segment]?.wakeAt ?? .distantFuture
        }
        let lateAt = peers.values.reduce(Moment.distantFuture) {
            min($0, $1.window.earliestLateness(of: segment))
        }
        let handOverAt = need.isUrgent ? swarming.progressAt + patience : need.urgentAt
        return min(lateAt, max(handOverAt, originAt), earliestRelease(of: segment, at: now))
    }

    /// The silence of peers after which an urgent segment goes to the origin.
    var patience: Duration {
        min(
            max(origin.time(for: ChunkGeometry.chunkSize), configuration.smallestPatience),
            .seconds(1))
    }

    /// Measures anew from the moment when a segment becomes urgent: what peers did while there was
    /// time says little.
    private func judge(
        _ swarming: SegmentRecord.Swarming, of segment: SegmentID, _ need: Need, at now: Moment
    ) -> SegmentRecord.Swarming {
        guard need.isUrgent != swarming.isUrgent else { return swarming }
        var swarming = need.isUrgent ? SegmentRecord.Swarming(startedAt: now) : swarming
        swarming.isUrgent = need.isUrgent
        return swarming
    }

    /// Whether an urgent segment is to be handed over to the origin: peers are silent, or so slow
    /// that they miss the deadline and the origin would not, or by less.
    private func isTooSlow(
        _ swarming: SegmentRecord.Swarming, of segment: SegmentID, _ need: Need, at now: Moment
    ) -> Bool {
        guard need.isUrgent else {
            return !arePeersGoodEnough(sources(of: segment, at: now), for: segment, need, at: now)
        }
        if now - swarming.progressAt >= patience { return true }
        let elapsed = now - swarming.startedAt
        guard elapsed >= patience, swarming.received > 0 else {
            return !arePeersGoodEnough(sources(of: segment, at: now), for: segment, need, at: now)
        }
        let missing = Double(missingBytes(of: segment))
        let rest = elapsed.inSeconds * missing / Double(swarming.received)
        let allowed = max(need.timeLeft, need.originTime * configuration.originMargin)
        return rest > allowed.inSeconds
    }

    /// Asks another peer for each chunk that is late; the first copy will win.
    private mutating func hedge(
        _ segment: SegmentID, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        var late = RangeSet<Int>()
        for peer in peers.keys {
            for chunk in peers[peer]?.window.takeLate(of: segment, at: now) ?? []
            where records[segment]?.asks[chunk]?.outstanding.count == 1 {
                late.insert(contentsOf: chunk..<chunk + 1)
            }
        }
        guard !late.isEmpty else { return }
        ask(
            for: late, of: segment, among: sources(of: segment, at: now), need, at: now,
            into: &actions)
    }

    /// Asks the best peers for chunks that nobody has been asked for.
    private mutating func askForMore(
        of segment: SegmentID, _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        guard let unasked = records[segment]?.unasked, !unasked.isEmpty else { return }
        let willing = sources(of: segment, at: now).filter { peers[$0]?.window.wantsMore ?? false }
        let chosen = willing.prefix(configuration.candidates)
        ask(for: unasked, of: segment, among: Array(chosen), need, at: now, into: &actions)
    }

    /// Shares chunks among peers; none is asked for a chunk it has been asked for before.
    private mutating func ask(
        for chunks: RangeSet<Int>, of segment: SegmentID, among candidates: [PeerID],
        _ need: Need, at now: Moment, into actions: inout [Action]
    ) {
        guard let record = records[segment] else { return }
        var open = chunks
        // Peers differ in what they may still be asked for only after hedges and refusals, so
        // the chunks are shared group by group: in the usual case there is one.
        while let group = nextGroup(of: open, record, candidates) {
            open.subtract(group.chunks)
            let sources = group.peers.compactMap {
                source($0, of: segment, for: group.chunks)
            }
            for share in ChunkSharing.shares(of: group.chunks, among: sources) {
                peers[share.peer]?.window.ask(segment, share.run, at: now)
                records[segment]?.asked(share.run.chunks, of: share.peer)
                actions.append(
                    .requestChunks(segment, share.run, from: share.peer, deadline: need.due))
            }
        }
    }

    /// The first chunks of `open` that the same candidates may be asked for.
    private func nextGroup(
        of open: RangeSet<Int>, _ record: SegmentRecord, _ candidates: [PeerID]
    ) -> (chunks: RangeSet<Int>, peers: [PeerID])? {
        var group = RangeSet<Int>()
        var peers: [PeerID]?
        for chunk in open.ranges.lazy.joined() {
            let asked = record.asks[chunk]?.asked ?? []
            let allowed = candidates.filter { !asked.contains($0) }
            if let peers, peers != allowed { break }
            peers = allowed
            group.insert(contentsOf: chunk..<chunk + 1)
        }
        return peers.map { (group, $0) }
    }

    private func source(
        _ peer: PeerID, of segment: SegmentID, for chunks: RangeSet<Int>
    ) -> ChunkSharing.Source? {
        guard let known = peers[peer], known.window.free > 0 else { return nil }
        let limit = known.chunkLimit(of: segment)
        let possible = chunks.ranges.reduce(0) { count, range in
            count + max(0, min(range.upperBound, limit) - range.lowerBound)
        }
        guard possible > 0 else { return nil }
        let estimate = known.window.estimate
        return ChunkSharing.Source(
            peer: peer, free: min(known.window.free, possible), chunkLimit: limit,
            backlog: estimate.seconds(behind: known.window.entries.count)
                - estimate.secondsPerChunk,
            secondsPerChunk: estimate.secondsPerChunk)
    }

    // MARK: Peers as sources

    func isHeldByPeers(_ segment: SegmentID) -> Bool {
        peers.values.contains { $0.isSource(of: segment) }
    }

    /// Peers that can be asked for a segment now, best first: the nearest ahead of this player,
    /// then those behind; peers that are far slower than the fastest come last.
    func sources(of segment: SegmentID, at now: Moment) -> [PeerID] {
        guard arePeersEnabled, let record = records[segment] else { return [] }
        let own = playhead.position(at: now)
        let needsLeaves = !record.areLeavesKnown
        var found: [(peer: PeerID, seconds: Double, place: Double)] = []
        for (peer, known) in peers
        where known.chunkLimit(of: segment) > 0 && known.busyUntil <= now
            && !(needsLeaves && record.leavesAskedOf.contains(peer))
        {
            let place = Self.place(of: known.position(at: now), from: own, segment, peer)
            found.append((peer, known.window.estimate.secondsPerChunk, place))
        }
        let fastest = found.lazy.map(\.seconds).min() ?? 0
        found.sort { left, right in
            let leftIsSlow = left.seconds > Self.slowness * fastest ? 1 : 0
            let rightIsSlow = right.seconds > Self.slowness * fastest ? 1 : 0
            return (leftIsSlow, left.place, left.peer) < (rightIsSlow, right.place, right.peer)
        }
        return found.map(\.peer)
    }

    private static let slowness = 10.0

    /// When the first peer that has a segment and is busy may be asked again.
    func earliestRelease(of segment: SegmentID, at now: Moment) -> Moment {
        peers.values.reduce(.distantFuture) { earliest, peer in
            guard peer.busyUntil > now, peer.isSource(of: segment) else { return earliest }
            return min(earliest, peer.busyUntil)
        }
    }

    /// Media seconds to a peer ahead; those behind come after all of them, then the unknown.
    ///
    /// Peers that play in step are told apart by segment, so that not all ask the same one.
    private static func place(
        of peer: Duration?, from own: Duration?, _ segment: SegmentID, _ id: PeerID
    ) -> Double {
        var random = SeededRandom(
            seed: segment.number ^ id.value.prefix64)
        let inStep = Double(random.next() >> 40) / Double(1 << 24)
        guard let peer, let own else { return 2e9 + inStep }
        let ahead = (peer - own).inSeconds
        if abs(ahead) < 1 { return inStep }
        return ahead > 0 ? min(ahead, 1e9) : 1e9 + min(-ahead, 1e9)
    }

    // MARK: Cancelling

    /// Takes back everything that peers are asked for.
    mutating func cancelChunks(of segment: SegmentID, into actions: inout [Action]) {
        for peer in peers.keys.sorted() {
            let chunks = peers[peer]?.window.removeAll(of: segment) ?? []
            for run in ChunkRun.runs(of: chunks) {
                actions.append(.cancelChunks(segment, run, from: peer))
            }
        }
        records[segment]?.asks = [:]
        records[segment]?.unasked = RangeSet()
    }

    /// Stops all work on a segment; the bytes that are there stay.
    mutating func standDown(
        _ segment: SegmentID, keepOrigin: Bool, into actions: inout [Action]
    ) {
        guard let state = records[segment]?.state else { return }
        switch state {
        case .waiting, .complete: break
        case .askingLeaves, .swarming:
            cancelChunks(of: segment, into: &actions)
            records[segment]?.state = .waiting
        case .origin where keepOrigin: break
        case .origin:
            actions.append(.cancelOrigin(segment))
            records[segment]?.state = .waiting
        }
        records[segment]?.leavesAskedOf = []
        records[segment]?.wakeAt = .distantFuture
    }
}
