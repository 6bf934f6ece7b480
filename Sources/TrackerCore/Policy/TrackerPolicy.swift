package import Primitives
package import TrackerWire

/// Every number the tracker decides by: plain values, passed once.
package struct TrackerPolicy: Hashable, Sendable {
    /// What clients are told of their own limits.
    package var client = ClientLimits()
    package var introductions = IntroductionPolicy()
    package var notary = NotaryPolicy()
    package var sessions = SessionLimits()
    package var swarms = SwarmLimits()
    package var grants = GrantPolicy()
    package var revoked = Revocations()
    /// What clients of these apps are told instead of `client`.
    package var apps: [String: ClientLimits] = [:]

    package init() {}

    /// What holds for the clients of an app.
    package func client(of app: String) -> ClientLimits { apps[app] ?? client }

    /// For peers that all run on one machine: one address, a short life, and nobody to distrust.
    package static var localSwarm: TrackerPolicy {
        var policy = TrackerPolicy()
        policy.client.announceInterval = .seconds(2)
        policy.client.auditsPerThousand = 0
        policy.introductions.perPrefix = nil
        policy.introductions.peersPerHour = nil
        policy.introductions.peersPerHourPerAddress = nil
        policy.introductions.trustsEdgeClaims = true
        policy.notary.reporters = 1
        policy.notary.distinctPrefixes = false
        policy.notary.credentialAge = .zero
        policy.notary.grace = .zero
        policy.sessions.perAddress = nil
        policy.sessions.perPrefix = nil
        policy.sessions.pendingPerPrefix = nil
        // A peer that dies closes its channel; a machine that runs them all may be slow.
        policy.sessions.silence = .seconds(60)
        policy.swarms.populationInterval = .milliseconds(50)
        return policy
    }
}

/// What the welcome tells each client.
package struct ClientLimits: Hashable, Sendable {
    /// Connections to peers that a client may hold.
    package var maxPeers = 32
    /// An announce that comes earlier, and says nothing new, gets the last answer again.
    package var announceInterval: Duration = .seconds(30)
    package var p2pAllowed = true
    package var uploadAllowed = true
    /// What all sessions of a client together may upload; nil leaves it to the app.
    package var uploadBytesPerSecond: Int?
    /// Whether an app may let its clients upload while they pay by the byte.
    package var uploadsWhenMetered = true
    /// Members a swarm must have for any of them to be introduced to another.
    package var minimumAudience = 1
    /// Whether a client needs a grant for each swarm, beside the pass of its app.
    package var grantsRequired = false
    /// Of a thousand segments that peers gave a client, those that it fetches from the CDN once more, as an
    /// alarm; at most all of them.
    package var auditsPerThousand = 10

    package init() {}
}

/// Who is served no longer, whatever its credentials say.
package struct Revocations: Hashable, Sendable {
    package var apps: Set<String> = []
    package var grants: Set<GrantID> = []
    /// Keys that clients made for themselves: of use only where these need grants.
    package var clients: Set<PeerID> = []

    package init() {}
}

/// Who is told of whom.
package struct IntroductionPolicy: Hashable, Sendable {
    /// Never more than the wire's eight.
    package var perReply = 8
    /// Of one /24 or /48 in a reply, against a reply full of one attacker's peers; nil for no limit.
    package var perPrefix: Int? = 2
    /// Edge nodes in a reply.
    package var edges = 3
    /// Peers behind the client's own public address in a reply: most likely its LAN.
    package var sameAddress = 2
    /// Peers whose playhead is nearest ahead of the client's in a reply; the rest is random.
    package var ahead = 3
    /// Distinct peers that a client is told of in an hour; nil for no limit.
    package var peersPerHour: Int? = 60
    /// Distinct peers that all clients at one IPv4 address, or in one IPv6 /64, are told of in an hour; nil for no
    /// limit.
    ///
    /// A client that needs no grant makes itself a new key for nothing, and with it has a new hour: its
    /// address is all that it cannot choose. Several viewers share one, so that it has more than one of them.
    package var peersPerHourPerAddress: Int? = 240
    /// A listening port below this is never introduced: no swarm is to be aimed at a system service.
    package var lowestPort: UInt16 = 1024
    /// Whether a client that calls itself an edge node is believed to be one.
    ///
    /// Such a node is introduced first, owns every segment, and its report alone is attested: whoever is
    /// believed meets every viewer, and could forge what they see. A grant for an edge node says it signed.
    package var trustsEdgeClaims = false
    /// How long a ticket opens a channel; at most the 120 s that peers accept.
    package var ticketLifetime: Duration = .seconds(120)
    /// Clients, and as many addresses, whose hourly budget is remembered.
    package var rememberedClients = 65_536

    package init() {}
}

/// When the tracker signs that a segment has this length and this root.
package struct NotaryPolicy: Hashable, Sendable {
    /// k: the CDN fetchers that must report the same, where no edge node has.
    package var reporters = 3
    /// Whether those must come from as many different /24s or /48s.
    package var distinctPrefixes = true
    /// Whether viewers who report have to show that they have the bytes, where more than one must agree.
    package var challenges = true
    /// How long a reporter has been here before its report counts.
    package var credentialAge: Duration = .seconds(30)
    /// How long a dissenting report may still come after the last needed one, at most.
    package var grace: Duration = .milliseconds(300)
    /// Bytes a second that a fetcher gets whose dissent is still waited for.
    ///
    /// How far apart honest fetchers are grows with what they fetch: a low-latency part is one of 64 KiB
    /// or little more, and of no use to anybody after the whole grace.
    package var graceBytesPerSecond = 4 << 20
    /// What the ways of reports to the tracker differ by: no segment is too short for this.
    package var shortestGrace: Duration = .milliseconds(30)
    /// How long an attestation is valid.
    package var attestationLifetime: Duration = .seconds(6 * 3600)
    /// Fetchers, in as many prefixes where those must differ, whose reports against an attestation revoke it.
    package var dissenters = 3
    /// Segments remembered in a swarm; beyond it those not heard of for longest are forgotten.
    package var segmentsPerSwarm = 1024
    /// Reporters of one segment that are remembered until it is signed.
    package var remembersReporters = 64

    package init() {}

    /// How long a dissent is waited for that is about so many bytes.
    func grace(forLength length: UInt32) -> Duration {
        let transfer = Duration.seconds(Double(length) / Double(graceBytesPerSecond))
        return min(grace, max(shortestGrace, transfer))
    }
}

/// What one client, and one address, may cost.
package struct SessionLimits: Hashable, Sendable {
    package var total = 10_000
    /// Sessions from one address; nil for no limit.
    package var perAddress: Int? = 16
    /// Sessions from one /24 or /48; nil for no limit.
    package var perPrefix: Int? = 64
    /// Connections without keys.
    package var pending = 4096
    /// Of these, from one /24 or /48; nil for no limit.
    package var pendingPerPrefix: Int? = 16
    /// Handshakes that everybody may have.
    package var handshakes = RateLimit(perSecond: 500, burst: 500)
    /// Handshakes that an address, or an IPv6 /64, may have while there are more than `handshakes`.
    package var handshakesPerAddress = RateLimit(perSecond: 20, burst: 5)
    package var swarms = 16
    package var messages = RateLimit(perSecond: 20, burst: 40)
    /// Messages over the limit, without a rest in between, after which the session is closed.
    package var flood = 200
    /// A session, or a member of a swarm, that says nothing for this long is gone.
    package var silence: Duration = .seconds(90)

    package init() {}
}

/// What one swarm may cost, and how its members hear of each other's coming and going.
package struct SwarmLimits: Hashable, Sendable {
    package var total = 20_000
    package var members = 50_000
    /// How long changes of the population are gathered before the members hear of them.
    package var populationInterval: Duration = .milliseconds(250)
    /// Messages a second that a swarm may spend on telling its population; a large one hears of it less often.
    package var populationMessagesPerSecond = 2_000
    /// How long a secret is the current one.
    package var secretLifetime: Duration = .seconds(600)

    package init() {}
}
