import Primitives
package import TrackerWire

extension TrackerState {
    var grantRule: GrantRule {
        GrantRule(policy: policy.grants, revoked: policy.revoked, operatorKeys: notaryKeys)
    }

    /// A grant came: all is checked that costs nothing, and then its signature.
    mutating func present(
        _ shown: GrantPresentation, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        guard let refusal = refusal(of: shown, from: id, at: now) else {
            actions.append(.verify(shown, from: id))
            return
        }
        refuse(shown, because: refusal, from: id, into: &actions)
    }

    /// The signature of a grant was checked, as `verify` asked.
    package mutating func verified(
        _ shown: GrantPresentation, isSigned: Bool, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        let refusal = refusal(of: shown, from: id, at: now)
        guard isSigned, refusal == nil, let session = sessions[id] else {
            refuse(shown, because: refusal ?? .badSignature, from: id, into: &actions)
            return
        }
        let grant = shown.grant.secret
        usedGrants.insert(grant.id, until: grantRule.reuseEnd(of: grant))
        counters.grantsUsed += 1
        let held = HeldGrant(grant, policy: policy.grants)
        let earlier = session.grants.filter { $0.swarms != held.swarms }
        // No more than the swarms that a session may be in: the oldest is of least use.
        sessions[id]?.grants = earlier.suffix(max(0, policy.sessions.swarms - 1)) + [held]
        armExpiry(of: id, at: now)
        actions.append(
            .send(.authorization(Authorization(swarm: shown.swarm, state: .granted)), to: id))
        reviewEdge(session.peer, in: shown.swarm, at: now, into: &actions)
    }

    /// Whether the session may take part in the swarm; if not it is told so.
    mutating func isAuthorized(
        _ id: SessionID, in swarm: SwarmID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) -> Bool {
        guard let session = sessions[id] else { return false }
        guard needsGrant(session), session.grant(for: swarm, at: now) == nil else { return true }
        counters.announcesUnauthorized += 1
        actions.append(.send(.authorization(Authorization(swarm: swarm, state: .needed)), to: id))
        return false
    }

    func needsGrant(_ session: Session) -> Bool { policy.client(of: session.app).grantsRequired }

    /// Whether the policy, or a grant, says that the session's client is an edge node.
    func isTrustedEdge(_ session: Session, in swarm: SwarmID, at now: TrackerTime) -> Bool {
        policy.introductions.trustsEdgeClaims
            || session.grant(for: swarm, at: now)?.isEdge ?? false
    }

    /// Ends a session that came without the grant which it needs.
    mutating func checkPatience(
        of id: SessionID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard let session = sessions[id], needsGrant(session),
            !session.grants.contains(where: { $0.expires >= now.unixSeconds })
        else { return }
        end(id, because: .unauthorized, at: now.moment, into: &actions)
    }

    /// Forgets what is over, and takes the session out of the swarms that it was in by that alone.
    mutating func checkExpiry(
        of id: SessionID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard let session = sessions[id] else { return }
        sessions[id]?.grants = session.grants.filter { $0.expires >= now.unixSeconds }
        dropUnauthorized(id, tell: .expired, at: now, into: &actions)
        armExpiry(of: id, at: now)
        guard needsGrant(session) else { return }
        timers.insert(.patience(id), due: now.moment + policy.grants.patience)
    }

    /// Takes the session out of the swarms that it may not be in any more.
    mutating func dropUnauthorized(
        _ id: SessionID, tell state: Authorization.State, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        guard let session = sessions[id] else { return }
        for swarm in session.swarms {
            if needsGrant(session), session.grant(for: swarm, at: now) == nil {
                leave(swarm, session: id, at: now.moment, into: &actions)
                actions.append(
                    .send(.authorization(Authorization(swarm: swarm, state: state)), to: id))
            } else {
                reviewEdge(session.peer, in: swarm, at: now, into: &actions)
            }
        }
    }

    private mutating func refusal(
        of shown: GrantPresentation, from id: SessionID, at now: TrackerTime
    ) -> GrantRefusal? {
        guard let session = sessions[id] else { return .otherClient }
        let grant = shown.grant.secret
        if let refusal = grantRule.refusal(
            of: grant, shownBy: session.client, for: shown.swarm, at: now.unixSeconds)
        {
            return refusal
        }
        if usedGrants.contains(grant.id) { return .usedBefore }
        guard usedGrants.hasRoom(limit: policy.grants.remembered, at: now.unixSeconds) else {
            return .noRoom
        }
        return nil
    }

    private mutating func refuse(
        _ shown: GrantPresentation, because refusal: GrantRefusal, from id: SessionID,
        into actions: inout [TrackerAction]
    ) {
        counters.grantsRefused[refusal, default: 0] += 1
        guard sessions[id] != nil else { return }
        actions.append(
            .send(.authorization(Authorization(swarm: shown.swarm, state: .refused)), to: id))
    }

    private mutating func armExpiry(of id: SessionID, at now: TrackerTime) {
        guard let next = sessions[id]?.grants.map(\.expires).min() else { return }
        let left = next >= now.unixSeconds ? next - now.unixSeconds + 1 : 0
        timers.insert(.grants(id), due: now.moment + .seconds(Int64(clamping: left)))
    }

    /// Looks anew at whether a member is an edge node.
    private mutating func reviewEdge(
        _ peer: PeerID, in swarm: SwarmID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard var member = swarms[swarm]?[peer], let session = sessions[member.session] else {
            return
        }
        let isTrusted = isTrustedEdge(session, in: swarm, at: now)
        guard member.isTrustedEdge != isTrusted else { return }
        member.isTrustedEdge = isTrusted
        place(peer, member, in: swarm, at: now.moment, into: &actions)
    }
}

extension Session {
    /// What lets it be in the swarm now.
    func grant(for swarm: SwarmID, at now: TrackerTime) -> HeldGrant? {
        grants.last { $0.covers(swarm) && $0.expires >= now.unixSeconds }
    }
}
