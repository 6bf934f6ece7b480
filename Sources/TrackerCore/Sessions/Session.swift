import Primitives

/// One client's channel, as the tracker sees it.
struct Session: Sendable {
    let peer: PeerID
    let address: IPAddress
    let opened: Moment
    var lastHeard: Moment
    var messages: RateLimiter
    /// Messages over the limit since the session last rested.
    var dropped = 0
    var swarms: [SwarmID] = []

    var prefix: NetworkPrefix { NetworkPrefix(of: address) }
}
