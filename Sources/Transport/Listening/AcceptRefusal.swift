/// Why a listener turned somebody away, or left a message 1 unanswered.
package enum AcceptRefusal: Hashable, Sendable, CaseIterable {
    /// Too many connections have no keys yet: in all, or from one prefix.
    case pending, pendingPerPrefix
    /// Too many channels are open: in all, from one address, or from one prefix.
    case open, openPerAddress, openPerPrefix
    /// The descriptors left are for the CDN and players.
    case descriptors
    /// Too many handshakes lately: in all, or from one address.
    case handshakes, handshakesPerAddress
}

/// What a listener has done since it began; counts only grow.
package struct AcceptCounters: Hashable, Sendable {
    /// Connections that became channels.
    package internal(set) var opened = 0
    /// Connections that were let begin, and ended without keys.
    package internal(set) var abandoned = 0
    /// Of these, those that had to go for somebody else.
    package internal(set) var displaced = 0
    package internal(set) var refused: [AcceptRefusal: Int] = [:]

    package init() {}
}
