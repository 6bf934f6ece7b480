import Primitives
import TrackerWire

extension TrackerState {
    /// Ends every session whose credentials count no more, and has its peers close their channels to it.
    mutating func endRevoked(at now: TrackerTime, into actions: inout [TrackerAction]) {
        var expelled: [SwarmID: [PeerID]] = [:]
        for id in sessions.ids {
            guard let session = sessions[id], isRevoked(session) else { continue }
            for swarm in session.swarms { expelled[swarm, default: []].append(session.peer) }
            end(id, because: .revoked, at: now.moment, into: &actions)
        }
        for (swarm, peers) in expelled.sorted(by: { $0.key.value < $1.key.value }) {
            expel(peers, from: swarm, at: now.moment, into: &actions)
        }
    }

    /// Tells a peer that joins, and may have kept its channels, who was expelled meanwhile.
    func tellExpelled(
        to peer: PeerID, in swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        guard let swarmState = swarms[swarm], let session = swarmState[peer]?.session else {
            return
        }
        let peers = swarmState.expelled(since: now - policy.swarms.secretLifetime)
        guard !peers.isEmpty else { return }
        actions.append(.send(.expelled(Expulsion(swarm: swarm, peers: peers)), to: session))
    }

    private func isRevoked(_ session: Session) -> Bool {
        let rule = grantRule
        return policy.revoked.apps.contains(session.app)
            || policy.revoked.clients.contains(session.peer)
            || session.grants.contains { grant in
                !rule.isTrusted(grant.issuer) || policy.revoked.grants.contains(grant.id)
            }
    }

    private mutating func expel(
        _ peers: [PeerID], from swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        swarms[swarm]?.expel(peers, at: now)
        for member in swarms[swarm]?.peers ?? [] {
            guard let session = swarms[swarm]?[member]?.session else { continue }
            let concerned =
                peers.count <= Expulsion.mostPeers
                ? peers : peers.filter { disclosures.areAcquainted($0, member) }
            for start in stride(from: 0, to: concerned.count, by: Expulsion.mostPeers) {
                let page = concerned[start...].prefix(Expulsion.mostPeers)
                actions.append(
                    .send(.expelled(Expulsion(swarm: swarm, peers: Array(page))), to: session))
            }
        }
    }
}
