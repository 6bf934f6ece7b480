import PeerWire
import Primitives

/// A peer that can be asked for a segment now.
struct Candidate: Sendable {
    let slot: PeerSlot
    let supply: ChunkSupply
    /// Seconds until a chunk comes that is asked for now.
    let seconds: Double
    /// How well the peer suits: the lower the better.
    let rank: Double
    /// Among the slowest, to be asked when there is nobody else.
    var isSlow = false
    /// Chunks that it can still be asked for.
    var quota = 0
    /// Chunks that it is to be asked for.
    var given = 0
}

/// What peers are looked for.
enum Errand: Sendable {
    /// Something that nobody was asked for and that has time: the nearest are to bring it.
    case ahead
    /// The same in haste: the fastest are to bring it.
    case urgent
    /// What the origin would bring later than they.
    case end
    /// What another peer is late with.
    case hedge
}

extension Schedule {
    /// As many of the best are compared before some are chosen.
    private static let compared = 12
    /// A peer that needs so many times longer than the fastest is asked last.
    private static let slowness = 10.0

    /// Puts the peers to be asked for a segment into `scratch.candidates`, best first.
    ///
    /// Have-maps decide who can be asked; playheads only choose among those.
    mutating func gather(_ errand: Errand, for record: RecordSlot, at now: Moment) {
        scratch.candidates.removeAll(keepingCapacity: true)
        guard arePeersEnabled, isShareable(record) else { return }
        if let spot = segments.entries[record.index].place {
            guard tracks.entries[spot.track].isHeld(at: spot.place) else { return }
            if !tracks.entries[spot.track].isLive, configuration.peerChoice == .nearest,
                let position = playhead.position(at: now)
            {
                gatherAhead(of: position, spot, record, errand, at: now)
            } else {
                gatherAny(spot, record, errand, at: now)
            }
        } else {
            for place in peers.order.places where scratch.candidates.count < Self.compared {
                consider(place.slot, nil, record, rank: 0, errand, at: now)
            }
        }
        countSources(errand, of: record)
        choose(errand, isLive: isLive(record))
    }

    // MARK: Finding them

    /// Peers within this many media seconds play in step: neither is ahead.
    static let step = 1.0

    /// Walks the playheads from this player's on: those ahead come first, the nearest before all,
    /// then those behind; whose playhead is unknown comes last.
    private mutating func gatherAhead(
        of position: Duration, _ spot: TrackPlace, _ record: RecordSlot, _ errand: Errand,
        at now: Moment
    ) {
        let own = PeerOrder.phase(of: position, at: now)
        let start = peers.order.lowerBound(of: own - Self.step)
        let number = segments.entries[record.index].id.number
        var index = start
        while index < peers.order.places.count, scratch.candidates.count < Self.compared {
            let peer = peers.order.places[index]
            index += 1
            guard tracks.entries[spot.track].isSource(peer.slot, at: spot.place) else { continue }
            let ahead = peer.phase - own
            let rank = abs(ahead) <= Self.step ? spread(peer.slot, number) : ahead
            consider(peer.slot, spot, record, rank: rank, errand, at: now)
        }
        index = start - 1
        while index >= 0, scratch.candidates.count < Self.compared {
            let peer = peers.order.places[index]
            index -= 1
            guard tracks.entries[spot.track].isSource(peer.slot, at: spot.place) else { continue }
            let rank = peer.phase == -.infinity ? 2e9 + spread(peer.slot, number) : 1e9 - peer.phase
            consider(peer.slot, spot, record, rank: rank, errand, at: now)
        }
    }

    /// Takes those that have the segment in an order that differs from segment to segment.
    private mutating func gatherAny(
        _ spot: TrackPlace, _ record: RecordSlot, _ errand: Errand, at now: Moment
    ) {
        let words = tracks.entries[spot.track].holders.stride
        let number = segments.entries[record.index].id.number
        let turn = Int(truncatingIfNeeded: SeededRandom.value(number) & 63)
        for offset in 0..<words {
            let word = (offset + turn) % words
            let bits =
                tracks.entries[spot.track].holders.word(word, of: spot.place)
                | tracks.entries[spot.track].receivers.word(word, of: spot.place)
            var rest = bits >> UInt64(turn) | (turn == 0 ? 0 : bits << UInt64(64 - turn))
            while rest != 0, scratch.candidates.count < Self.compared {
                let bit = (rest.trailingZeroBitCount + turn) & 63
                rest &= rest - 1
                let slot = PeerSlot(word << 6 + bit)
                let rank =
                    configuration.peerChoice == .uniform
                    ? spread(slot, number)
                    : peers.entries[slot.index].window.secondsToNext + spread(slot, number) / 20
                consider(slot, spot, record, rank: rank, errand, at: now)
            }
        }
    }

    /// Between 0 and 1, another for each peer and segment.
    @inline(__always)  // A call that cannot change the schedule would copy it.
    private mutating func spread(_ slot: PeerSlot, _ number: UInt64) -> Double {
        SeededRandom.fraction(number ^ peers.entries[slot.index].id.value.prefix64)
    }

    /// Takes a peer into account unless it is busy or can give nothing that is needed.
    ///
    /// Where the segment has a place on a track, the peer is one of its sources.
    private mutating func consider(
        _ slot: PeerSlot, _ spot: TrackPlace?, _ record: RecordSlot, rank: Double,
        _ errand: Errand, at now: Moment
    ) {
        guard peers.entries[slot.index].uploads, peers.entries[slot.index].busyUntil <= now else {
            return
        }
        let supply: ChunkSupply
        if let spot, !tracks.entries[spot.track].receivers.contains(slot, in: spot.place) {
            // Who has it whole is known without asking the peer's own lists.
            supply = .all
        } else {
            supply = peers.supply(of: segments.entries[record.index].id, slot)
        }
        guard !supply.isEmpty else { return }
        switch (segments.entries[record.index].leaves, errand) {
        case (_, .hedge), (.asked, _): break
        case (.known, .ahead), (.known, .end):
            guard segments.entries[record.index].board.canAskAny(in: supply, of: slot) else {
                return
            }
        case (.known, .urgent):
            // In haste the first gap counts: who cannot fill it, being late with it, is of no use.
            guard let first = segments.entries[record.index].board.nextUnasked(from: 0),
                supply.has(first),
                segments.entries[record.index].board.canAsk(first, of: slot)
            else { return }
        case (.unknown, _):
            guard !segments.entries[record.index].leavesAskedOf.contains(slot) else { return }
        }
        scratch.candidates.append(
            Candidate(
                slot: slot, supply: supply, seconds: peers.entries[slot.index].window.secondsToNext,
                rank: rank))
    }

    /// Whether a peer that has a segment can be asked for anything of it.
    ///
    /// Mostly others were asked already for what it has: then the segment need not be looked at
    /// again because of this peer, and its alarm tells when time asks for more.
    mutating func canGive(_ slot: PeerSlot, of record: RecordSlot, at now: Moment) -> Bool {
        guard segments.entries[record.index].leaves == .known else { return true }
        guard peers.entries[slot.index].busyUntil <= now else { return false }
        let supply = peers.supply(of: segments.entries[record.index].id, slot)
        return segments.entries[record.index].board.canAskAny(in: supply, of: slot)
    }

    // MARK: Choosing

    /// Keeps the best few: the nearest of those that are not slow; what is urgent goes to whoever
    /// is fastest.
    private mutating func choose(_ errand: Errand, isLive: Bool) {
        var fastest = Double.infinity
        for candidate in scratch.candidates {
            fastest = min(
                fastest, peers.entries[candidate.slot.index].window.estimate.secondsPerChunk)
        }
        let bound = max(fastest, min(peers.slowBound, fastest * Self.slowness))
        for index in scratch.candidates.indices {
            let slot = scratch.candidates[index].slot
            scratch.candidates[index].isSlow =
                peers.entries[slot.index].window.estimate.secondsPerChunk > bound
        }
        scratch.candidates.sort { left, right in
            guard left.isSlow == right.isSlow else { return right.isSlow }
            if errand != .ahead, left.seconds != right.seconds {
                return left.seconds < right.seconds
            }
            return left.rank < right.rank
        }
        let ahead = isLive ? configuration.liveCandidates : configuration.candidates
        let most = errand == .ahead ? ahead : configuration.urgentCandidates
        let excess = scratch.candidates.count - most
        if excess > 0 { scratch.candidates.removeLast(excess) }
    }
}
