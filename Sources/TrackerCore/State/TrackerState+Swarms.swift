import Primitives
import TrackerWire

extension TrackerState {
    mutating func leave(_ swarm: SwarmID, session id: SessionID, at now: Moment) {
        guard let session = sessions[id], session.swarms.contains(swarm) else { return }
        sessions[id]?.swarms.removeAll { $0 == swarm }
        remove(session.peer, from: swarm, at: now)
    }

    mutating func remove(_ peer: PeerID, from swarm: SwarmID, at now: Moment) {
        swarms[swarm]?.remove(peer)
        if swarms[swarm]?.population == 0 {
            swarms.removeValue(forKey: swarm)
        } else {
            populationChanged(in: swarm, at: now)
        }
    }

    /// Has the members told later, so that what comes until then costs each of them one message and not many.
    mutating func populationChanged(in id: SwarmID, at now: Moment) {
        guard let swarm = swarms[id], !swarm.tellsPopulation else { return }
        swarms[id]?.tellsPopulation = true
        let limits = policy.swarms
        let cost = Duration.seconds(swarm.population) / max(1, limits.populationMessagesPerSecond)
        timers.insert(.population(id), due: now + max(limits.populationInterval, cost))
    }

    mutating func tellPopulation(of swarm: SwarmID, into actions: inout [TrackerAction]) {
        guard let members = swarms[swarm]?.slots.members else { return }
        swarms[swarm]?.tellsPopulation = false
        for peer in members { tellStanding(of: peer, in: swarm, into: &actions) }
    }

    mutating func tellStanding(
        of peer: PeerID, in swarm: SwarmID, into actions: inout [TrackerAction]
    ) {
        guard let session = swarms[swarm]?[peer]?.session,
            let standing = swarms[swarm]?.newStanding(of: peer)
        else { return }
        let assignment = SlotAssignment(
            swarm: swarm, slot: UInt32(clamping: standing.slot),
            population: UInt32(clamping: standing.population))
        actions.append(.send(.slot(assignment), to: session))
    }
}
