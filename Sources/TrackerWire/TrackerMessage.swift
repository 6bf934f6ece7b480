/// Everything that a tracker says to a client; one message is one record of their channel.
///
/// A message is a type byte and the fields of its body, big-endian and without padding.
package enum TrackerMessage: Hashable, Sendable {
    /// The first message of a channel.
    case welcome(Welcome)
    case swarmSecrets(SwarmSecrets)
    case introductions(Introductions)
    case slot(SlotAssignment)
    case attestation(Attestation)
    case revocation(Revocation)
    case policyChange(ClientPolicy)
    /// The client must say nothing for this many seconds.
    case retryAfter(seconds: UInt16)
    /// The last message of a channel that the tracker ends.
    case refused(RefusalReason)
    case authorization(Authorization)
    case expelled(Expulsion)
    case challenge(Challenge)
}

/// The first byte of a tracker's message; none is also a client's.
enum TrackerMessageType: UInt8 {
    case welcome = 65
    case swarmSecrets = 66
    case introductions = 67
    case slot = 68
    case attestation = 69
    case revocation = 70
    case policyChange = 71
    case retryAfter = 72
    case refused = 73
    case authorization = 74
    case expelled = 75
    case challenge = 76
}
