import Primitives
import Testing
import TrackerWire

/// Every message next to the bytes that it has had since version 1 of the protocol.
///
/// Written by hand from the tables in the doc comments. A change here is a new protocol version.
enum GoldenMessages {
    struct Golden<Message: Sendable>: CustomTestStringConvertible, Sendable {
        let name: String
        let message: Message
        let bytes: [UInt8]

        var testDescription: String { name }

        init(_ name: String, _ message: Message, _ fields: String...) {
            self.name = name
            self.message = message
            bytes = [UInt8](hex: fields.joined()) ?? []
        }
    }

    static let client: [Golden<ClientMessage>] = [
        Golden(
            "announce",
            .announce(
                Announce(
                    swarm: Samples.swarm, port: 4_660, uploads: true, isEdge: false,
                    tracks: [TrackID(1), TrackID(2)], playheadSeconds: 90, bufferSeconds: 30,
                    wanted: 8)),
            "01", Samples.elevens, "1234", "01", "0000005a", "001e", "08", "02",
            "0000000000000001", "0000000000000002"),
        Golden(
            "announce-edge",
            .announce(
                Announce(
                    swarm: Samples.swarm, port: 0, uploads: false, isEdge: true, tracks: [],
                    playheadSeconds: .max, bufferSeconds: .max, wanted: 0)),
            "01", Samples.elevens, "0000", "02", "ffffffff", "ffff", "00", "00"),
        Golden(
            "digest-report",
            .digestReport(
                DigestReport(
                    swarm: Samples.swarm, key: Samples.key, length: 268_435_456,
                    root: Samples.root)),
            "02", Samples.elevens, Samples.twos, "10000000", Samples.threes),
        Golden(
            "complaint",
            .complaint(
                Complaint(swarm: Samples.swarm, key: Samples.key, accused: Samples.peer)),
            "03", Samples.elevens, Samples.twos, Samples.fours),
        Golden("leave", .leave(Samples.swarm), "04", Samples.elevens),
        Golden(
            "statistics",
            .statistics(
                Statistics(swarm: Samples.swarm, peerBytes: 1, cdnBytes: 2, uploadedBytes: .max)),
            "05", Samples.elevens, "0000000000000001", "0000000000000002", "ffffffffffffffff"),
        Golden(
            "grant",
            .grant(GrantPresentation(swarm: Samples.swarm, grant: Redacted(Samples.grant))),
            "06", Samples.elevens, Samples.grantHex),
        Golden(
            "challenge-answer",
            .challengeAnswer(
                ChallengeAnswer(
                    swarm: Samples.swarm, key: Samples.key, digest: Samples.filled(0x33))),
            "07", Samples.elevens, Samples.twos, Samples.threes),
        Golden(
            "dispute", .dispute(Dispute(swarm: Samples.swarm, key: Samples.key)),
            "08", Samples.elevens, Samples.twos),
    ]

    static let tracker: [Golden<TrackerMessage>] = [
        Golden(
            "welcome",
            .welcome(
                Welcome(
                    observed: Samples.v4, policy: Samples.policy, notaryKeys: [Samples.filled(9)],
                    unixTime: 1_700_000_000)),
            "41", Samples.v4Hex, Samples.policyHex, "000000006553f100", "01", Samples.hex(9, 32)),
        Golden(
            "welcome-v6",
            .welcome(
                Welcome(
                    observed: Samples.v6, policy: Samples.policy, notaryKeys: [], unixTime: 0)),
            "41", Samples.v6Hex, Samples.policyHex, "0000000000000000", "00"),
        Golden(
            "swarm-secrets",
            .swarmSecrets(
                SwarmSecrets(
                    swarm: Samples.swarm,
                    secrets: [
                        .init(epoch: Epoch(7), secret: Redacted(Samples.filled(0xaa))),
                        .init(epoch: Epoch(8), secret: Redacted(Samples.filled(0xbb))),
                    ])),
            "42", Samples.elevens, "02", "00000007", Samples.hex(0xaa, 32), "00000008",
            Samples.hex(0xbb, 32)),
        Golden(
            "introductions",
            .introductions(
                Introductions(
                    swarm: Samples.swarm,
                    peers: [
                        Introduction(
                            peer: Samples.peer, address: Samples.v4, epoch: Epoch(7), isEdge: true,
                            playheadSeconds: 0, ticket: [1, 2, 3]),
                        Introduction(
                            peer: Samples.other, address: Samples.v6, epoch: Epoch(8),
                            isEdge: false, playheadSeconds: 90, ticket: []),
                    ])),
            "43", Samples.elevens, "02",
            Samples.fours, Samples.v4Hex, "00000007", "01", "00000000", "03010203",
            Samples.fives, Samples.v6Hex, "00000008", "00", "0000005a", "00"),
        Golden(
            "slot",
            .slot(SlotAssignment(swarm: Samples.swarm, slot: 3, viewers: 10, edges: 2)),
            "44", Samples.elevens, "00000003", "0000000a", "00000002"),
        Golden(
            "attestation", .attestation(Samples.attestation), "45", Samples.attestationHex),
        Golden(
            "revocation", .revocation(Revocation(swarm: Samples.swarm, key: Samples.key)),
            "46", Samples.elevens, Samples.twos),
        Golden("policy-change", .policyChange(Samples.policy), "47", Samples.policyHex),
        Golden("retry-after", .retryAfter(seconds: 300), "48", "012c"),
        Golden("refused", .refused(.tooManyMessages), "49", "05"),
        Golden(
            "authorization",
            .authorization(Authorization(swarm: Samples.swarm, state: .expired)),
            "4a", Samples.elevens, "03"),
        Golden(
            "expelled",
            .expelled(Expulsion(swarm: Samples.swarm, peers: [Samples.peer, Samples.other])),
            "4b", Samples.elevens, "02", Samples.fours, Samples.fives),
        Golden(
            "challenge",
            .challenge(
                Challenge(swarm: Samples.swarm, key: Samples.key, nonce: Samples.filled(0x33))),
            "4c", Samples.elevens, Samples.twos, Samples.threes),
    ]
}
