/// What a simulation showed to its honest viewers; bytes are those of its measured part, after the
/// warm-up, where nothing else is said.
package struct SimulationResult: Hashable, Sendable, Codable {
    /// The state of the swarm over one span of the run, warm-up included.
    package struct Sample: Hashable, Sendable, Codable {
        /// Seconds since the start, at the end of the span.
        package var seconds = 0.0
        package var offload = 0.0
        /// Bytes of the CDN in the span against those of the media that appeared or was played once.
        package var cdnCopies = 0.0
        package var stalledViewers = 0
        package var presentViewers = 0

        package init() {}
    }

    package var policy = SimulationPolicy.swarmWide
    /// 1 − what the CDN gave to viewers and edge nodes, over all that viewers received.
    package var offload = 0.0
    /// The same over the whole run, the warm-up with everybody's first segments included.
    package var offloadWithWarmUp = 0.0
    package var cdnBytes = 0
    package var peerBytes = 0
    /// Bytes of the segments that players were given.
    package var playedBytes = 0
    /// Those that appeared live, or those of the film.
    package var segments = 0
    /// Bytes of the CDN against those segments.
    package var cdnCopiesPerSegment = 0.0

    package var stallSeconds = 0.0
    package var stalls = 0
    package var stalledViewers = 0
    /// Time that players waited after a seek, which is no stall.
    package var seekSeconds = 0.0
    /// Seconds from joining to the first segment.
    package var startupMedian = 0.0
    package var startupP95 = 0.0

    /// The most that a viewer sent, in units of the bitrate over its presence; edge nodes excluded.
    package var busiestUpload = 0.0
    /// Bytes that were of no use, against the bytes of peers.
    package var duplicateShare = 0.0
    /// Of those, the bytes by their reason.
    package var wastedBytesByReason: [String: Int] = [:]
    /// The most peers that a segment passed through on its way from the CDN.
    package var maxHops = 0
    /// Bytes of messages without media, against the bytes of peers.
    package var controlShare = 0.0
    package var messages: [String: Int] = [:]
    package var cdnBytesByReason: [String: Int] = [:]
    package var bannedPeers = 0
    /// Bytes given to players over the whole run that were not the CDN's; none may be.
    package var wrongBytes = 0
    /// How often an honest peer banned an honest one; it never may.
    package var bannedHonestPeers = 0
    /// Bytes that came for nothing from one hostile viewer, over the whole run: those of the worst at
    /// one of its victims, and those of the worst at all of them together.
    package var wastePerAttacker = 0
    package var wastePerAttackerOfAll = 0
    /// Channels that were closed because honest peers broke the protocol; none should be.
    package var violations = 0
    /// Bytes of chunks that left uplinks, and that arrived, over the whole run.
    package var sentBytes = 0
    package var arrivedBytes = 0

    package var events: UInt64 = 0
    /// Over all events in their order: the same seed gives the same one.
    package var eventHash = ""
    package var samples: [Sample] = []
    package var viewersSeen = 0
    /// Those whose player reached the end of the film, or of the broadcast.
    package var viewersFinished = 0

    package init() {}
}
