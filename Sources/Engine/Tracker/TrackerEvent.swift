package import Primitives
package import TrackerWire

/// What the tracker says that concerns one swarm.
package enum TrackerEvent: Sendable {
    /// The channel is open and the tracker has told its policy and its keys.
    case welcomed(Welcome)
    /// The tracker has just heard where the client is.
    case announced
    case secrets(SwarmSecrets)
    case introductions([Introduction])
    /// The client's number among its own kind.
    case slot(Int, viewers: Int, edges: Int)
    case attested(Attestation)
    case revoked(SegmentKey)
    /// A report counts once this is answered.
    case challenged(Challenge)
    case policyChanged(ClientPolicy)
    /// Whether the client may take part, as far as that takes a grant.
    case authorization(Authorization.State)
    /// Peers whose channels are to be closed.
    case expelled([PeerID])
    /// The tracker will not have this client.
    case refused(RefusalReason)
    /// No tracker for now; what was attested and who is connected stays.
    case lost
}
