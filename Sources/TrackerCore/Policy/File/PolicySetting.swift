import Primitives
import TrackerWire

/// A setting of the policy file: its name there, and its place in the policy.
package struct PolicySetting: Sendable {
    typealias Place<Value> = any WritableKeyPath<TrackerPolicy, Value> & Sendable

    enum Kind: Sendable {
        case count(Place<Int>, atLeast: Int)
        /// Null takes the limit away.
        case limit(Place<Int?>)
        case seconds(Place<Duration>, atMost: Duration = .seconds(1_000_000_000))
        case flag(Place<Bool>)
        case port(Place<UInt16>)
        case names(Place<Set<String>>)
        /// Keys of 32 bytes in hexadecimal.
        case keys(Place<Set<Bytes32>>)
        case clients(Place<Set<PeerID>>)
        case grants(Place<Set<GrantID>>)
    }

    /// The group and the key, with a dot between.
    package let name: String
    let kind: Kind

    /// The settings that apps may have of their own.
    static let clientGroup = "client"

    /// All of a group are side by side.
    package static let all: [PolicySetting] = [
        .init("client.p2pAllowed", .flag(\.client.p2pAllowed)),
        .init("client.grantsRequired", .flag(\.client.grantsRequired)),
        .init("client.minimumAudience", .count(\.client.minimumAudience, atLeast: 1)),
        .init("client.maxPeers", .count(\.client.maxPeers, atLeast: 1)),
        .init("client.uploadAllowed", .flag(\.client.uploadAllowed)),
        .init("client.uploadBytesPerSecond", .limit(\.client.uploadBytesPerSecond)),
        .init("client.uploadsWhenMetered", .flag(\.client.uploadsWhenMetered)),
        .init("client.auditsPerThousand", .count(\.client.auditsPerThousand, atLeast: 0)),
        .init("client.announceIntervalSeconds", .seconds(\.client.announceInterval)),
        .init("introductions.perReply", .count(\.introductions.perReply, atLeast: 0)),
        .init("introductions.perPrefix", .limit(\.introductions.perPrefix)),
        .init("introductions.edges", .count(\.introductions.edges, atLeast: 0)),
        .init("introductions.sameAddress", .count(\.introductions.sameAddress, atLeast: 0)),
        .init("introductions.ahead", .count(\.introductions.ahead, atLeast: 0)),
        .init("introductions.peersPerHour", .limit(\.introductions.peersPerHour)),
        .init(
            "introductions.peersPerHourPerAddress",
            .limit(\.introductions.peersPerHourPerAddress)),
        .init("introductions.lowestPort", .port(\.introductions.lowestPort)),
        .init("introductions.trustsEdgeClaims", .flag(\.introductions.trustsEdgeClaims)),
        .init(
            "introductions.ticketSeconds",
            .seconds(\.introductions.ticketLifetime, atMost: .seconds(120))),
        .init(
            "introductions.rememberedClients", .count(\.introductions.rememberedClients, atLeast: 1)
        ),
        .init("notary.k", .count(\.notary.reporters, atLeast: 1)),
        .init("notary.challenges", .flag(\.notary.challenges)),
        .init("notary.distinctPrefixes", .flag(\.notary.distinctPrefixes)),
        .init("notary.credentialAgeSeconds", .seconds(\.notary.credentialAge)),
        .init("notary.graceSeconds", .seconds(\.notary.grace)),
        .init("notary.graceBytesPerSecond", .count(\.notary.graceBytesPerSecond, atLeast: 1)),
        .init("notary.shortestGraceSeconds", .seconds(\.notary.shortestGrace)),
        .init("notary.attestationSeconds", .seconds(\.notary.attestationLifetime)),
        .init("notary.dissenters", .count(\.notary.dissenters, atLeast: 1)),
        .init("notary.segmentsPerSwarm", .count(\.notary.segmentsPerSwarm, atLeast: 2)),
        .init("notary.remembersReporters", .count(\.notary.remembersReporters, atLeast: 1)),
        .init("sessions.total", .count(\.sessions.total, atLeast: 1)),
        .init("sessions.perAddress", .limit(\.sessions.perAddress)),
        .init("sessions.perPrefix", .limit(\.sessions.perPrefix)),
        .init("sessions.pending", .count(\.sessions.pending, atLeast: 1)),
        .init("sessions.pendingPerPrefix", .limit(\.sessions.pendingPerPrefix)),
        .init("sessions.handshakesPerSecond", .count(\.sessions.handshakes.perSecond, atLeast: 1)),
        .init("sessions.handshakeBurst", .count(\.sessions.handshakes.burst, atLeast: 1)),
        .init(
            "sessions.addressHandshakesPerSecond",
            .count(\.sessions.handshakesPerAddress.perSecond, atLeast: 1)),
        .init(
            "sessions.addressHandshakeBurst",
            .count(\.sessions.handshakesPerAddress.burst, atLeast: 1)),
        .init("sessions.swarms", .count(\.sessions.swarms, atLeast: 1)),
        .init("sessions.messagesPerSecond", .count(\.sessions.messages.perSecond, atLeast: 1)),
        .init("sessions.messageBurst", .count(\.sessions.messages.burst, atLeast: 1)),
        .init("sessions.flood", .count(\.sessions.flood, atLeast: 1)),
        .init("sessions.silenceSeconds", .seconds(\.sessions.silence)),
        .init("swarms.total", .count(\.swarms.total, atLeast: 1)),
        .init("swarms.members", .count(\.swarms.members, atLeast: 1)),
        .init("swarms.populationSeconds", .seconds(\.swarms.populationInterval)),
        .init(
            "swarms.populationMessagesPerSecond",
            .count(\.swarms.populationMessagesPerSecond, atLeast: 1)),
        .init("swarms.secretSeconds", .seconds(\.swarms.secretLifetime)),
        .init("grants.issuers", .keys(\.grants.issuers)),
        .init("grants.firstUseSeconds", .seconds(\.grants.firstUse, atMost: .seconds(300))),
        .init("grants.longestSeconds", .seconds(\.grants.longestLife)),
        .init("grants.clockSkewSeconds", .seconds(\.grants.clockSkew)),
        .init("grants.patienceSeconds", .seconds(\.grants.patience)),
        .init("grants.remembered", .count(\.grants.remembered, atLeast: 1)),
        .init("revoked.apps", .names(\.revoked.apps)),
        .init("revoked.grants", .grants(\.revoked.grants)),
        .init("revoked.clients", .clients(\.revoked.clients)),
    ]

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
