import Primitives
import TrackerWire

extension TrackerState {
    /// The operator has another policy: who is concerned hears of it, and limits hold from now on.
    ///
    /// Sessions that are open stay, also where there are more of them now than are let in.
    package mutating func policyChanged(
        to new: TrackerPolicy, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        let old = policy
        policy = new
        epochs = SecretEpochs(lifetime: new.swarms.secretLifetime)
        disclosures.clientLimit = new.introductions.rememberedClients
        addressDisclosures.clientLimit = new.introductions.rememberedClients
        endRevoked(at: now, into: &actions)
        for id in sessions.ids { follow(id, at: now, into: &actions) }
        for id in swarms.keys.sorted(by: { $0.value < $1.value }) {
            swarms[id]?.notary.policy = new.notary
            if old.introductions != new.introductions {
                placeAll(in: id, at: now, into: &actions)
            }
            guard old.swarms.secretLifetime != new.swarms.secretLifetime else { continue }
            for peer in swarms[id]?.peers ?? [] {
                tellSecrets(of: id, to: peer, at: now, into: &actions)
            }
        }
    }

    /// Whether the policy lets the session's clients exchange anything.
    func exchanges(_ session: Session) -> Bool { policy.client(of: session.app).p2pAllowed }

    private mutating func follow(
        _ id: SessionID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        guard var session = sessions[id] else { return }
        let clientPolicy = policy.forClients(of: session.app)
        if session.toldPolicy != clientPolicy {
            session.toldPolicy = clientPolicy
            sessions[id] = session
            actions.append(.send(.policyChange(clientPolicy), to: id))
        }
        if exchanges(session) {
            dropUnauthorized(id, tell: .needed, at: now, into: &actions)
        } else {
            for swarm in session.swarms {
                leave(swarm, session: id, at: now.moment, into: &actions)
            }
        }
        guard needsGrant(session) else { return }
        timers.insert(.patience(id), due: now.moment + policy.grants.patience)
    }

    /// Looks anew at who can be introduced, and who is an edge node.
    private mutating func placeAll(
        in swarm: SwarmID, at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        for peer in swarms[swarm]?.peers ?? [] {
            guard var member = swarms[swarm]?[peer], let session = sessions[member.session] else {
                continue
            }
            member.isTrustedEdge = isTrustedEdge(session, in: swarm, at: now)
            place(peer, member, in: swarm, at: now.moment, into: &actions)
        }
    }
}

extension TrackerPolicy {
    /// What clients of an app are told of it.
    func forClients(of app: String) -> ClientPolicy {
        let client = client(of: app)
        var told = ClientPolicy(
            maxPeers: UInt16(clamping: client.maxPeers),
            announceIntervalSeconds: UInt16(
                clamping: max(1, client.announceInterval.components.seconds)),
            k: UInt8(clamping: notary.reporters))
        told.p2pAllowed = client.p2pAllowed
        told.grantsRequired = client.grantsRequired
        told.uploadAllowed = client.uploadAllowed
        told.uploadsWhenMetered = client.uploadsWhenMetered
        told.auditsPerThousand = UInt16(clamping: min(client.auditsPerThousand, 1000))
        told.minimumAudience = UInt32(clamping: client.minimumAudience)
        told.uploadBytesPerSecond = client.uploadBytesPerSecond.map { UInt64(clamping: $0) }
        return told
    }
}
