/// What happened since the tracker started; counts only grow.
package struct TrackerCounters: Hashable, Sendable {
    package internal(set) var sessionsOpened = 0
    package internal(set) var sessionsRefused = 0
    package internal(set) var sessionsEnded: [SessionEnd: Int] = [:]
    package internal(set) var messages = 0
    /// Messages over a session's limit, which were not looked at.
    package internal(set) var messagesDropped = 0
    package internal(set) var announces = 0
    /// Early announces that got the last answer again, or none.
    package internal(set) var announcesEarly = 0
    package internal(set) var introductions = 0
    /// Announces without the grant that they need, which were not answered.
    package internal(set) var announcesUnauthorized = 0
    package internal(set) var grantsUsed = 0
    package internal(set) var grantsRefused: [GrantRefusal: Int] = [:]
    package internal(set) var reports = 0
    package internal(set) var reportsConflicting = 0
    package internal(set) var challenges = 0
    /// Answers that were not those of most who named the same root: so far, these have no word.
    package internal(set) var answersRefused = 0
    package internal(set) var attestations = 0
    package internal(set) var complaints = 0
    /// Clients' words that the CDN serves something else than what is attested.
    package internal(set) var disputes = 0
    package internal(set) var revocations = 0
    /// As the clients report it, saturated.
    package internal(set) var peerBytes: UInt64 = 0
    package internal(set) var cdnBytes: UInt64 = 0
    package internal(set) var uploadedBytes: UInt64 = 0

    package init() {}
}
