/// What is simulated: one content, its viewers, the network between them, and what goes wrong.
///
/// Everything random is drawn from `seed`; the same plan makes the same viewers under every policy.
package struct SimulationPlan: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// A segment appears every `segmentDuration`; viewers play three segments behind it.
        case live
        /// A film that is there as a whole; viewers come, play it from its start, and leave.
        case vod
    }

    package var kind: Kind
    /// How many come in all to a broadcast, or are present at a film on average.
    package var viewers: Int
    package var seed: UInt64 = 1
    /// Virtual time in all.
    package var duration: Duration
    /// Bytes count from this moment on; what comes before builds the swarm up.
    package var warmUp: Duration
    package var arrivals: Arrivals

    // MARK: Media

    package var filmDuration = Duration.seconds(1_200)
    package var segmentDuration = Duration.seconds(4)
    /// Bits a second; the default makes segments of 16 chunks, and one has 64 at most.
    package var bitrate = 1_048_576
    /// Media that a live playlist names.
    package var playlistWindow = Duration.seconds(60)

    // MARK: Players

    /// Media that a player holds before it asks for more.
    package var targetBuffer = Duration.seconds(12)
    package var playbackRate = 1.0
    /// VOD: the part of the film that may be fetched ahead from peers.
    package var prefetch = 0.25
    /// VOD: how long a viewer stays after the end, as a part of the film.
    package var seeding = 0.0
    package var seeksPerHour = 0.0
    package var quitsPerHour = 0.0

    // MARK: Swarm

    /// Connections that a viewer may hold.
    package var degree = 30
    package var edges = 0
    package var edgeDegree = 120
    /// Members that fetch each segment from the CDN: k.
    package var owners = 1
    /// The tracker's own notary attests, with the limits it has by default and k as above; else k
    /// fetches suffice, and cannot be false.
    package var asksNotary = false
    /// From the last of the k fetches to the fetchers holding the attestation, where nobody is asked.
    package var attestationDelay = Duration.milliseconds(400)
    package var announceInterval = Duration.seconds(10)

    // MARK: Network

    /// A viewer's mean uplink in units of the bitrate; each has between half and one and a half of it.
    package var uploadRatio = 2.0
    package var edgeUploadRatio = 100.0
    /// A viewer's downlink in units of the bitrate.
    package var downloadRatio = 10.0
    /// One way between two viewers: each pair has its own between these.
    package var latency = Duration.milliseconds(5)...Duration.milliseconds(60)
    package var cdn = CDNPlan()
    /// That a chunk is held up on its way, as if it had been lost.
    package var stallProbability = 0.0
    package var stallDuration = Duration.seconds(1)

    // MARK: Trouble

    /// Viewers whose uplink carries 5 % of the bitrate.
    package var slowFraction = 0.0
    /// The share of viewers that harm others.
    package var hostileFraction = 0.0
    /// How they do it, in turn.
    package var hostileKinds = HostileKind.allCases
    package var incidents: [Incident] = []

    package init(
        kind: Kind, viewers: Int, duration: Duration, warmUp: Duration, arrivals: Arrivals
    ) {
        self.kind = kind
        self.viewers = viewers
        self.duration = duration
        self.warmUp = warmUp
        self.arrivals = arrivals
    }

    /// The same viewers, none of whom harms another.
    package var clean: SimulationPlan {
        var plan = self
        plan.hostileFraction = 0
        return plan
    }

    /// Ten minutes of a live broadcast, to which all come within half a minute.
    package static func live(viewers: Int) -> SimulationPlan {
        SimulationPlan(
            kind: .live, viewers: viewers, duration: .seconds(600), warmUp: .seconds(90),
            arrivals: .flashCrowd(over: .seconds(30)))
    }

    /// A film of twenty minutes to which viewers come at random, seen for an hour once it is filled.
    package static func vod(viewers: Int) -> SimulationPlan {
        let film = Duration.seconds(1_200)
        return SimulationPlan(
            kind: .vod, viewers: viewers, duration: film * 4, warmUp: film,
            arrivals: .poisson(perSecond: Double(viewers) / 1_200))
    }
}
