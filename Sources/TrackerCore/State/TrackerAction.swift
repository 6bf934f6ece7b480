package import Primitives
package import TrackerWire

/// What the shell does for the machine, in this order and before the next input.
package enum TrackerAction: Hashable, Sendable {
    case send(TrackerMessage, to: SessionID)
    /// Derive the secrets of these epochs, the current one first, and send them.
    case sendSecrets(of: SwarmID, epochs: [Epoch], to: SessionID)
    /// Sign a ticket for each, and send them.
    case introduce(IntroductionPlan, to: SessionID)
    /// Sign, and send to each.
    case attest(AttestationPlan, to: [SessionID])
    /// Make the nonce, which is the same for all who report the segment and hard to guess, and send it.
    case challenge(SegmentKey, in: SwarmID, to: SessionID)
    /// Check the grant's signature with its issuer's key, and feed `verified`.
    case verify(GrantPresentation, from: SessionID)
    /// Tell why, and close the channel; the machine has forgotten the session already.
    case close(SessionID, because: SessionEnd)
}

/// The introductions of one reply, but for their signatures.
package struct IntroductionPlan: Hashable, Sendable {
    package struct Peer: Hashable, Sendable {
        package let peer: PeerID
        package let address: SocketAddress
        package let isEdge: Bool
        package let playheadSeconds: UInt32
    }

    package let swarm: SwarmID
    package let initiator: PeerID
    package let peers: [Peer]
    /// Of the secret to dial with.
    package let epoch: Epoch
    package let ticketsNotAfter: UInt32
}

/// An attestation but for its signature.
package struct AttestationPlan: Hashable, Sendable {
    package let swarm: SwarmID
    package let key: SegmentKey
    package let agreement: Agreement
    package let notBefore: UInt32
    package let notAfter: UInt32
}
