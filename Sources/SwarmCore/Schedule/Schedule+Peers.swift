package import PeerWire
package import Primitives

extension Schedule {
    package mutating func peerJoined(
        _ peer: PeerID, uploads: Bool, isEdge: Bool, at now: Moment, into actions: inout [Action]
    ) {
        let slot = peers.enter(
            peer, uploads: uploads, isEdge: isEdge,
            largestWindow: configuration.largestPeerWindow, at: now)
        guard let slot else { return }
        for index in tracks.all {
            peers.entries[slot.index].reserve(
                tracks.entries[index].id, count: tracks.entries[index].reserved)
        }
        tracks.widen(forPeers: peers.directory.slotCount)
        election.peerJoined(peer, isEdge: isEdge)
        standing += 1
        planNear(at: now, into: &actions)
        checkInvariants()
    }

    /// The peer's channel is closed; what it was asked for goes to others.
    package mutating func peerLeft(
        _ peer: PeerID, at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.leave(peer) else { return }
        election.peerLeft(peer)
        standing += 1
        tracks.peerLeft(slot)
        for entry in peers.entries[slot.index].window.entries {
            segments.entries[entry.record.index].board.returned(
                entry.chunk, by: slot, mayAskAgain: true)
        }
        for record in active {
            segments.entries[record.index].servers.removeAll { $0 == slot }
            segments.entries[record.index].leavesAskedOf.removeAll { $0 == slot }
            if isAskedForLeaves(slot, of: record) {
                segments.entries[record.index].leaves = .unknown
            }
            noteOpen(record)
        }
        planAll(at: now, into: &actions)
        checkInvariants()
    }

    package mutating func peerMoved(
        _ peer: PeerID, to state: PlayerState, at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        peers.moved(slot, to: state, at: now)
        // Where others play decides what is fetched for them.
        if horizonAt == .distantFuture, configuration.isEdge {
            updateHorizon(at: now, into: &actions)
        }
        checkInvariants()
    }

    /// The peer holds these segments, complete and attested, in addition to earlier ones.
    package mutating func peerHas(
        _ peer: PeerID, _ held: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        for segment in held {
            peers.entries[slot.index].gained(segment)
            learnt(slot, of: segment, at: now, into: &actions)
        }
        refill(slot, at: now, into: &actions)
        checkInvariants()
    }

    /// The peer is receiving the segment and can already give these chunks of it; none as long as it
    /// has only asked the origin.
    package mutating func peerReceives(
        _ peer: PeerID, _ segment: SegmentID, chunks: ChunkMask,
        at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        guard !chunks.isRumour else {
            heardOfFetch(of: segment, isRumour: true, at: now, into: &actions)
            return checkInvariants()
        }
        if chunks.isEmpty {
            heardOfFetch(of: segment, isRumour: false, at: now, into: &actions)
        }
        peers.entries[slot.index].receives(segment, chunks)
        learnt(slot, of: segment, at: now, into: &actions)
        checkInvariants()
    }

    package mutating func peerEvicted(
        _ peer: PeerID, _ evicted: [SegmentID], at now: Moment, into actions: inout [Action]
    ) {
        guard let slot = peers.slot(of: peer) else { return }
        for segment in evicted {
            noteEviction(of: segment, by: slot, at: now)
            lost(segment, by: slot)
            guard let record = segments.slot(of: segment), segments.entries[record.index].isActive
            else {
                continue
            }
            plan(record, at: now, into: &actions)
        }
        checkInvariants()
    }

    /// Whether somebody plays between the peer and the player here, who is nearer for what it asks.
    ///
    /// Mutating, though it changes nothing: else every call would copy the schedule.
    package mutating func isSomebodyNearer(to peer: PeerID, at now: Moment) -> Bool {
        guard let slot = peers.slot(of: peer), let position = playhead.position(at: now) else {
            return false
        }
        let own = PeerOrder.phase(of: position, at: now) - Self.step
        let next = peers.order.lowerBound(of: peers.entries[slot.index].phase + Self.step)
        return next < peers.order.places.count && peers.order.places[next].phase < own
            && peers.entries[slot.index].phase > -.infinity
    }

    /// The peer turned out not to have a segment.
    mutating func lost(_ segment: SegmentID, by slot: PeerSlot) {
        peers.entries[slot.index].lost(segment)
        guard let place = tracks.place(of: segment) else { return }
        tracks.entries[place.track].holders.set(slot, in: place.place, to: false)
        tracks.entries[place.track].receivers.set(slot, in: place.place, to: false)
    }

    /// Looks at a segment again that is worked on and that a peer now has more of.
    private mutating func learnt(
        _ slot: PeerSlot, of segment: SegmentID, at now: Moment, into actions: inout [Action]
    ) {
        guard peers.entries[slot.index].uploads else { return }
        if let place = tracks.place(of: segment) {
            let isNew = !tracks.entries[place.track].isSource(slot, at: place.place)
            enterHolder(slot, place)
            guard let record = tracks.entries[place.track].records[place.place] else { return }
            // It had answered that it has no leaves, and has them now.
            if isNew { segments.entries[record.index].leavesAskedOf.removeAll { $0 == slot } }
            yield(record, to: slot, at: now, into: &actions)
            guard canGive(slot, of: record, at: now) else { return }
            replan(record, at: now, into: &actions)
        } else if let record = segments.slot(of: segment) {
            replan(record, at: now, into: &actions)
        }
    }

    /// Two that have asked the origin at the same moment, neither knowing of the other: one of them
    /// takes it back, as long as it costs nothing.
    private mutating func yield(
        _ record: RecordSlot, to slot: PeerSlot, at now: Moment, into actions: inout [Action]
    ) {
        guard let fetch = segments.entries[record.index].fetch, fetch.answeredAt == nil,
            owners == 1,
            peers.entries[slot.index].id.value.prefix64 < configuration.diversity ?? 0,
            peers.entries[slot.index].isReceiving(segments.entries[record.index].id)
        else { return }
        switch fetch.reason {
        case .owner, .backup, .noPeer: break
        case .start, .urgent, .late, .integrity, .seek, .policy, .notShareable, .audit: return
        }
        guard !need(of: record, at: now).isUrgent else { return }
        cancelOrigin(record, into: &actions)
        noteOpen(record)
        plan(record, at: now, into: &actions)
    }

    private mutating func replan(
        _ record: RecordSlot, at now: Moment, into actions: inout [Action]
    ) {
        guard segments.entries[record.index].isActive, segments.entries[record.index].isOpen else {
            return
        }
        plan(record, at: now, into: &actions)
    }
}
