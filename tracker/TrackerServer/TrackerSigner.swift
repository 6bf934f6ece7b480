import Crypto
import Primitives
import TrackerCore
import TrackerWire

/// Makes the messages that need a key or a random number out of what the machine planned.
struct TrackerSigner: Sendable {
    private let keys: OperatorKeys
    /// What nonces are made of; gone with the process.
    private let nonces = randomBytes32()

    init(keys: OperatorKeys) {
        self.keys = keys
    }

    func secrets(of swarm: SwarmID, epochs: [Epoch]) -> TrackerMessage {
        let secrets = epochs.map { epoch in
            SwarmSecrets.Secret(
                epoch: epoch, secret: keys.swarmSecret(of: swarm, epoch: epoch))
        }
        return .swarmSecrets(SwarmSecrets(swarm: swarm, secrets: secrets))
    }

    func introductions(_ plan: IntroductionPlan) -> TrackerMessage {
        let peers = plan.peers.map { peer in
            let ticket = IntroductionTicket(
                swarm: plan.swarm, initiator: plan.initiator, responder: peer.peer,
                notAfter: plan.ticketsNotAfter, nonce: randomBytes(IntroductionTicket.nonceSize),
                sign: keys.signing.sign)
            return Introduction(
                peer: peer.peer, address: peer.address, epoch: plan.epoch, isEdge: peer.isEdge,
                playheadSeconds: peer.playheadSeconds, ticket: ticket.encode())
        }
        return .introductions(Introductions(swarm: plan.swarm, peers: peers))
    }

    /// One nonce for each segment, which nobody can know before.
    func challenge(about key: SegmentKey, in swarm: SwarmID) -> TrackerMessage {
        let nonce = keyedHash(
            key: nonces, Array("shoal-challenge-v1".utf8) + swarm.value.bytes + key.value.bytes)
        return .challenge(Challenge(swarm: swarm, key: key, nonce: nonce))
    }

    func attestation(_ plan: AttestationPlan) -> TrackerMessage {
        .attestation(
            Attestation(
                swarm: plan.swarm, key: plan.key, length: plan.agreement.claim.length,
                root: plan.agreement.claim.root, generation: plan.agreement.generation,
                notBefore: plan.notBefore, notAfter: plan.notAfter, level: plan.agreement.level,
                k: UInt8(clamping: plan.agreement.k),
                keyID: keys.signing.publicKey.value.prefix64, sign: keys.signing.sign))
    }
}
