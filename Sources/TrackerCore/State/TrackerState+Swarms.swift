import Primitives
import TrackerWire

extension TrackerState {
    /// Takes the peer in, or takes note of what it says now.
    mutating func place(
        _ peer: PeerID, _ member: Member, in swarm: SwarmID, at now: Moment,
        into actions: inout [TrackerAction]
    ) {
        let moved = swarms[swarm]?.place(peer, member, policy: policy.introductions)
        if let moved { tellStanding(of: moved, in: swarm, into: &actions) }
        countsChanged(in: swarm, at: now)
    }

    mutating func leave(
        _ swarm: SwarmID, session id: SessionID, at now: Moment,
        into actions: inout [TrackerAction]
    ) {
        guard let session = sessions[id], session.swarms.contains(swarm) else { return }
        sessions[id]?.swarms.removeAll { $0 == swarm }
        remove(session.peer, from: swarm, at: now, into: &actions)
    }

    mutating func remove(
        _ peer: PeerID, from swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        let moved = swarms[swarm]?.remove(peer)
        if swarms[swarm]?.population == 0 {
            swarms.removeValue(forKey: swarm)
            return
        }
        // Two members with one slot would fetch the same, and nobody what was the other's.
        if let moved { tellStanding(of: moved, in: swarm, into: &actions) }
        countsChanged(in: swarm, at: now)
    }

    private mutating func countsChanged(in swarm: SwarmID, at now: Moment) {
        guard let counts = swarms[swarm]?.counts else { return }
        let due = swarms[swarm]?.news.changed(to: counts, at: now, limits: policy.swarms)
        if let due { timers.insert(.counts(swarm), due: due) }
    }

    mutating func tellCounts(
        of swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        guard let counts = swarms[swarm]?.counts,
            swarms[swarm]?.news.areDue(counts, at: now) == true
        else { return }
        for peer in swarms[swarm]?.peers ?? [] {
            tellStanding(of: peer, in: swarm, into: &actions)
        }
    }

    /// Tells a member its slot and the counts, unless it was told just these.
    mutating func tellStanding(
        of peer: PeerID, in swarm: SwarmID, into actions: inout [TrackerAction]
    ) {
        guard let session = swarms[swarm]?[peer]?.session,
            let standing = swarms[swarm]?.newStanding(of: peer)
        else { return }
        let assignment = SlotAssignment(
            swarm: swarm, slot: UInt32(clamping: standing.slot),
            viewers: UInt32(clamping: standing.counts.viewers),
            edges: UInt32(clamping: standing.counts.edges))
        actions.append(.send(.slot(assignment), to: session))
    }
}
