import Primitives
import TrackerWire

/// One client's channel, as the tracker sees it.
struct Session: Sendable {
    let client: ClientIdentity
    let address: IPAddress
    let opened: Moment
    var lastHeard: Moment
    var messages: RateLimiter
    /// Messages over the limit since the session last rested.
    var dropped = 0
    var swarms: [SwarmID] = []
    var toldPolicy: ClientPolicy
    /// At most one for each set of swarms.
    var grants: [HeldGrant] = []

    var peer: PeerID { client.peer }

    var app: String { client.app }

    var prefix: NetworkPrefix { NetworkPrefix(of: address) }
}
