import Primitives
import TrackerWire

extension TrackerState {
    mutating func announce(
        _ announce: Announce, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        counters.announces += 1
        guard let session = sessions[id], exchanges(session),
            isAuthorized(id, in: announce.swarm, at: now, into: &actions)
        else { return }
        let presence = Presence(announce, from: session.address)
        let answer: Member.Answer
        let isNew = swarms[announce.swarm]?[session.peer] == nil
        if var member = swarms[announce.swarm]?[session.peer] {
            answer = member.answer(
                to: presence, at: now.moment,
                interval: policy.client(of: session.app).announceInterval)
            place(session.peer, member, in: announce.swarm, at: now.moment, into: &actions)
        } else {
            guard join(announce.swarm, presence, as: id, at: now, into: &actions) else { return }
            answer = .new
        }
        if isNew {
            tellExpelled(to: session.peer, in: announce.swarm, at: now.moment, into: &actions)
            tellRevoked(to: session.peer, in: announce.swarm, at: now.moment, into: &actions)
        }
        tellSecrets(of: announce.swarm, to: session.peer, at: now, into: &actions)
        tellStanding(of: session.peer, in: announce.swarm, into: &actions)
        switch answer {
        case .new:
            if isAudience(of: announce.swarm, enoughFor: session) {
                choose(Int(announce.wanted), for: session, in: announce.swarm, at: now.moment)
            } else {
                swarms[announce.swarm]?[session.peer]?.owesAnswer()
            }
        case .lastAgain:
            counters.announcesEarly += 1
        case .nothing:
            counters.announcesEarly += 1
            return
        }
        guard announce.wanted > 0 else { return }
        introduce(to: session.peer, in: announce.swarm, at: now, into: &actions)
    }

    /// Makes the session a member, unless a limit is reached.
    private mutating func join(
        _ swarm: SwarmID, _ presence: Presence, as id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) -> Bool {
        guard let session = sessions[id] else { return false }
        guard session.swarms.count < policy.sessions.swarms else {
            end(id, because: .tooManySwarms, at: now.moment, into: &actions)
            return false
        }
        let isFull =
            swarms[swarm].map { $0.population >= policy.swarms.members }
            ?? (swarms.count >= policy.swarms.total)
        guard !isFull else {
            let interval = policy.client(of: session.app).announceInterval
            let seconds = UInt16(clamping: interval.components.seconds)
            actions.append(.send(.retryAfter(seconds: max(1, seconds)), to: id))
            return false
        }
        sessions[id]?.swarms.append(swarm)
        var member = Member(session: id, presence: presence, at: now.moment)
        member.isTrustedEdge = isTrustedEdge(session, in: swarm, at: now)
        if swarms[swarm] == nil { swarms[swarm] = Swarm(notary: policy.notary) }
        place(session.peer, member, in: swarm, at: now.moment, into: &actions)
        return true
    }

    /// Delivers the secrets when the client does not hold them yet: the next one a whole lifetime ahead.
    mutating func tellSecrets(
        of swarm: SwarmID, to peer: PeerID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard let member = swarms[swarm]?[peer] else { return }
        let held = epochs.held(at: now)
        guard member.toldEpochs != held else { return }
        swarms[swarm]?[peer]?.toldEpochs = held
        actions.append(.sendSecrets(of: swarm, epochs: held, to: member.session))
    }

    private func isAudience(of swarm: SwarmID, enoughFor session: Session) -> Bool {
        swarms[swarm]?.population ?? 0 >= policy.client(of: session.app).minimumAudience
    }

    private mutating func choose(
        _ wanted: Int, for session: Session, in id: SwarmID, at now: Moment
    ) {
        let peer = session.peer
        guard let presence = swarms[id]?[peer]?.presence else { return }
        let place = session.address.subscriber
        let own = DisclosureBudget(
            known: disclosures.disclosures(to: peer, at: now),
            limit: policy.introductions.peersPerHour)
        // Who needs a grant cannot come again as somebody else.
        let addressLimit =
            needsGrant(session) ? nil : policy.introductions.peersPerHourPerAddress
        let address = DisclosureBudget(
            known: addressDisclosures.disclosures(to: place, at: now), limit: addressLimit)
        // No copy of the swarm may outlive this, or the next line would copy all its members.
        let chosen =
            swarms[id]?.candidates.choice(
                for: peer, at: presence, wanted: wanted, own: own, address: address,
                policy: policy.introductions, using: &random) ?? []
        disclosures.disclose(chosen, to: peer, at: now)
        if addressLimit != nil { addressDisclosures.disclose(chosen, to: place, at: now) }
        swarms[id]?[peer]?.lastAnswer = chosen
    }

    private mutating func introduce(
        to peer: PeerID, in id: SwarmID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard let swarm = swarms[id], let member = swarm[peer] else { return }
        let peers = member.lastAnswer.compactMap { peer in
            swarm.candidates[peer].map { candidate in
                IntroductionPlan.Peer(
                    peer: peer, address: candidate.address, isEdge: candidate.isEdge,
                    playheadSeconds: candidate.playheadSeconds)
            }
        }
        counters.introductions += peers.count
        let lifetime = min(
            policy.introductions.ticketLifetime,
            .seconds(Int64(IntroductionTicket.longestValidity)))
        let plan = IntroductionPlan(
            swarm: id, initiator: peer, peers: peers, epoch: epochs.current(at: now),
            ticketsNotAfter: now.unixSeconds(after: lifetime))
        actions.append(.introduce(plan, to: member.session))
    }
}

extension Presence {
    fileprivate init(_ announce: Announce, from address: IPAddress) {
        self.init(
            address: SocketAddress(ip: address, port: announce.port), uploads: announce.uploads,
            isEdge: announce.isEdge, tracks: announce.tracks,
            playheadSeconds: announce.playheadSeconds)
    }
}
