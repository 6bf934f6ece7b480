/// The knobs of a schedule, with defaults for viewers on the internet.
package struct ScheduleConfiguration: Sendable {
    /// An edge node has no player and is elected before viewers.
    package var isEdge = false
    /// Whether requests are of many players, each somewhere else: none of them is followed, and each
    /// may wait for as long as it says itself.
    package var hasManyPlayers = false
    /// Media fetched ahead from peers by a player whose buffer is healthy.
    package var prefetchWindow = Duration.seconds(60)
    /// Media fetched ahead from the origin by a player whose buffer is healthy.
    package var originWindow = Duration.seconds(30)
    /// Media ahead of the player that owners fetch for those who play further on, and that is then
    /// taken from peers, too.
    package var windowForOthers: Duration { originWindow * 4 }
    /// Media fetched ahead of a player whose buffer is empty.
    package var smallestWindow = Duration.seconds(4)
    /// The buffer from which on both have their full windows.
    package var healthyBuffer = Duration.seconds(8)
    /// What a player that reports nothing is assumed to hold at most.
    package var assumedBuffer = Duration.seconds(10)
    /// A segment is urgent when the time left is below this many times the origin's time for it.
    package var originMargin = 1.5
    /// A segment is urgent whenever less time is left, however fast the origin seems.
    package var smallestUrgency = Duration.milliseconds(500)
    /// How long the very first segment may wait for a peer that is being connected.
    package var firstPeerGrace = Duration.milliseconds(30)
    /// The least silence of peers after which an urgent segment is handed to the origin.
    package var smallestPatience = Duration.milliseconds(150)
    /// Slack below which the first backup steps in; the second at half of it, and so on.
    package var backupSlack = Duration.seconds(10)
    /// Members that fetch each segment from the origin, until the tracker says what integrity needs.
    package var owners = 1
    /// Among whom the owners of a segment are elected, before anybody was counted.
    package var election = ElectionScope.swarm(nil)
    /// Origin fetches in flight beside which none is added for a segment that can wait.
    package var originPrefetches = 1
    /// Peers that share one segment.
    package var candidates = 3
    /// Peers that share one live segment.
    package var liveCandidates = 6
    /// Peers that share one segment in haste.
    package var urgentCandidates = 8
    /// The most chunks asked of one peer at a time.
    package var largestPeerWindow = 16
    /// Another for each engine, from its identity: those that ask the same peer begin with other
    /// chunks; without it with the first.
    package var diversity: UInt64?
    /// Which of the peers that have a segment are asked.
    package var peerChoice = PeerChoice.nearest

    package init() {}
}
