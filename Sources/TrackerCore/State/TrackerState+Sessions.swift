import Primitives
import TrackerWire

extension TrackerState {
    /// Whether a message of the session is looked at; one that floods is ended.
    mutating func admits(
        messageFrom id: SessionID, at now: Moment, into actions: inout [TrackerAction]
    ) -> Bool {
        guard var session = sessions[id] else { return false }
        if session.messages.isIdle(at: now) { session.dropped = 0 }
        let admitted = session.messages.admits(at: now, limit: policy.sessions.messages)
        if !admitted { session.dropped += 1 }
        sessions[id] = session
        guard !admitted else { return true }
        counters.messagesDropped += 1
        if session.dropped >= policy.sessions.flood {
            end(id, because: .flooding, at: now, into: &actions)
        } else if session.dropped == 1 {
            actions.append(.send(.retryAfter(seconds: 1), to: id))
        }
        return false
    }

    mutating func end(
        _ id: SessionID, because reason: SessionEnd, at now: Moment,
        into actions: inout [TrackerAction]
    ) {
        guard sessions[id] != nil else { return }
        counters.sessionsEnded[reason, default: 0] += 1
        forget(id, at: now, into: &actions)
        actions.append(.close(id, because: reason))
    }

    mutating func forget(_ id: SessionID, at now: Moment, into actions: inout [TrackerAction]) {
        guard let session = sessions.remove(id) else { return }
        for swarm in session.swarms {
            remove(session.peer, from: swarm, at: now, into: &actions)
        }
    }

    /// Takes note that the session's member of the swarm is alive.
    mutating func hear(_ id: SessionID, in swarm: SwarmID, at now: Moment) {
        guard let peer = sessions[id]?.peer else { return }
        swarms[swarm]?[peer]?.lastHeard = now
    }

    /// Ends a session that says nothing, and the memberships of one that says nothing of some swarm.
    mutating func checkSilence(
        of id: SessionID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        guard let session = sessions[id] else { return }
        let silence = policy.sessions.silence
        guard session.lastHeard + silence > now else {
            end(id, because: .silent, at: now, into: &actions)
            return
        }
        var next = session.lastHeard + silence
        for swarm in session.swarms {
            guard let member = swarms[swarm]?[session.peer] else { continue }
            if member.lastHeard + silence <= now {
                leave(swarm, session: id, at: now, into: &actions)
            } else {
                next = min(next, member.lastHeard + silence)
            }
        }
        timers.insert(.silence(id), due: next)
    }
}
