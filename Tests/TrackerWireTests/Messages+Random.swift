import Primitives
import TestSupport
import TrackerWire

extension ClientMessage {
    /// Some message; every type is as likely as any other.
    static func random(using random: inout SeededRandom) -> ClientMessage {
        let swarm = SwarmID(random.bytes32())
        switch UInt8.random(in: 1...8, using: &random) {
        case 1:
            let count = Int.random(in: 0...Announce.mostTracks, using: &random)
            return .announce(
                Announce(
                    swarm: swarm, port: .random(in: 0...UInt16.max, using: &random),
                    uploads: .random(using: &random), isEdge: .random(using: &random),
                    tracks: (0..<count).map { _ in TrackID(random.next()) },
                    playheadSeconds: .random(in: 0...UInt32.max, using: &random),
                    bufferSeconds: .random(in: 0...UInt16.max, using: &random),
                    wanted: .random(in: 0...UInt8.max, using: &random)))
        case 2:
            return .digestReport(
                DigestReport(
                    swarm: swarm, key: SegmentKey(random.bytes32()),
                    length: .random(in: 1...268_435_456, using: &random),
                    root: Root(random.bytes32())))
        case 3:
            return .complaint(
                Complaint(
                    swarm: swarm, key: SegmentKey(random.bytes32()),
                    accused: PeerID(random.bytes32())))
        case 4: return .leave(swarm)
        case 6:
            return .challengeAnswer(
                ChallengeAnswer(
                    swarm: swarm, key: SegmentKey(random.bytes32()), digest: random.bytes32()))
        case 7:
            return .dispute(Dispute(swarm: swarm, key: SegmentKey(random.bytes32())))
        case 5:
            let grant = Samples.grant(bundle: "b\(random.next())", swarms: [swarm])
            return .grant(GrantPresentation(swarm: swarm, grant: Redacted(grant)))
        default:
            return .statistics(
                Statistics(
                    swarm: swarm, peerBytes: random.next(), cdnBytes: random.next(),
                    uploadedBytes: random.next()))
        }
    }
}

extension TrackerMessage {
    /// Some message; every type is as likely as any other.
    static func random(using random: inout SeededRandom) -> TrackerMessage {
        let swarm = SwarmID(random.bytes32())
        switch UInt8.random(in: 65...76, using: &random) {
        case 65:
            let count = Int.random(in: 0...Welcome.mostNotaryKeys, using: &random)
            return .welcome(
                Welcome(
                    observed: .random(using: &random), policy: .random(using: &random),
                    notaryKeys: (0..<count).map { _ in random.bytes32() },
                    unixTime: random.next()))
        case 76:
            return .challenge(
                Challenge(
                    swarm: swarm, key: SegmentKey(random.bytes32()), nonce: random.bytes32()))
        case 66:
            let count = Int.random(in: 0...SwarmSecrets.mostSecrets, using: &random)
            let secrets = (0..<count).map { _ in
                SwarmSecrets.Secret(
                    epoch: Epoch(.random(in: 0...UInt32.max, using: &random)),
                    secret: Redacted(random.bytes32()))
            }
            return .swarmSecrets(SwarmSecrets(swarm: swarm, secrets: secrets))
        case 67:
            let count = Int.random(in: 0...Introductions.mostPeers, using: &random)
            return .introductions(
                Introductions(
                    swarm: swarm, peers: (0..<count).map { _ in .random(using: &random) }))
        case 68:
            let viewers = UInt32.random(in: 0...UInt32(Int32.max), using: &random)
            let edges = UInt32.random(in: 1...UInt32(Int32.max), using: &random)
            let slot = UInt32.random(in: 0..<max(viewers, edges), using: &random)
            return .slot(
                SlotAssignment(swarm: swarm, slot: slot, viewers: viewers, edges: edges))
        case 69: return .attestation(.random(using: &random))
        case 70: return .revocation(Revocation(swarm: swarm, key: SegmentKey(random.bytes32())))
        case 71: return .policyChange(.random(using: &random))
        case 72: return .retryAfter(seconds: .random(in: 0...UInt16.max, using: &random))
        case 73:
            return .authorization(
                Authorization(
                    swarm: swarm,
                    state: Authorization.State.allCases.randomElement(using: &random) ?? .granted))
        case 74:
            let count = Int.random(in: 0...Expulsion.mostPeers, using: &random)
            return .expelled(
                Expulsion(swarm: swarm, peers: (0..<count).map { _ in PeerID(random.bytes32()) }))
        default: return .refused(RefusalReason.allCases.randomElement(using: &random) ?? .other)
        }
    }
}

extension SocketAddress {
    fileprivate static func random(using random: inout SeededRandom) -> SocketAddress {
        let ip: IPAddress =
            Bool.random(using: &random)
            ? .v4(.random(in: 0...UInt32.max, using: &random))
            : .v6(high: random.next(), low: random.next())
        return SocketAddress(ip: ip, port: .random(in: 0...UInt16.max, using: &random))
    }
}

extension ClientPolicy {
    fileprivate static func random(using random: inout SeededRandom) -> ClientPolicy {
        var policy = ClientPolicy(
            maxPeers: .random(in: 0...UInt16.max, using: &random),
            announceIntervalSeconds: .random(in: 0...UInt16.max, using: &random),
            k: .random(in: 0...UInt8.max, using: &random))
        policy.p2pAllowed = .random(using: &random)
        policy.grantsRequired = .random(using: &random)
        policy.uploadAllowed = .random(using: &random)
        policy.uploadsWhenMetered = .random(using: &random)
        policy.auditsPerThousand = .random(in: 0...1000, using: &random)
        policy.minimumAudience = .random(in: 0...UInt32.max, using: &random)
        let cap = UInt64.random(in: 0...1_000, using: &random)
        policy.uploadBytesPerSecond = cap == 0 ? nil : cap
        return policy
    }
}

extension Introduction {
    fileprivate static func random(using random: inout SeededRandom) -> Introduction {
        let length = Int.random(in: 0...Introduction.longestTicket, using: &random)
        return Introduction(
            peer: PeerID(random.bytes32()), address: .random(using: &random),
            epoch: Epoch(.random(in: 0...UInt32.max, using: &random)),
            isEdge: .random(using: &random),
            playheadSeconds: .random(in: 0...UInt32.max, using: &random),
            ticket: random.bytes(length))
    }
}

extension Attestation {
    static func random(using random: inout SeededRandom) -> Attestation {
        let notBefore = UInt32.random(in: 0...UInt32.max, using: &random)
        let signature = random.bytes(64)
        return Attestation(
            swarm: SwarmID(random.bytes32()), key: SegmentKey(random.bytes32()),
            length: .random(in: 1...268_435_456, using: &random), root: Root(random.bytes32()),
            generation: .random(in: 0...UInt32.max, using: &random), notBefore: notBefore,
            notAfter: .random(in: notBefore...UInt32.max, using: &random),
            level: ProvenanceLevel.allCases.randomElement(using: &random) ?? .viewers,
            k: .random(in: 0...UInt8.max, using: &random), keyID: random.next(),
            sign: { _ in signature })
    }
}
