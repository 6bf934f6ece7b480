import Crypto
import Primitives
import TestSupport
import TrackerWire
import Testing

@testable import Engine

@Suite struct AttestationCheckTests {
    private static let now: UInt64 = 1_800_000_000
    private static let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    private static let stranger = SigningKey(seed: Bytes32(words: (5, 6, 7, 8)))
    private static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    private static let key = SegmentKey(Bytes32(words: (2, 2, 2, 2)))

    private static func attestation(
        swarm: SwarmID = swarm, key: SegmentKey = key, from: UInt64 = now, until: UInt64 = now + 60,
        claimedNotary: SigningKey = notary, signedBy signer: SigningKey = notary
    ) -> Attestation {
        Attestation(
            swarm: swarm, key: key, length: 100, root: Root(Bytes32(words: (3, 3, 3, 3))),
            generation: 0, notBefore: UInt32(from), notAfter: UInt32(until), level: .viewers, k: 1,
            keyID: claimedNotary.publicKey.value.prefix64, sign: signer.sign)
    }

    private static func verdict(_ attestation: Attestation) -> AttestationCheck.Verdict {
        var check = AttestationCheck(swarm: swarm)
        check.trust([notary.publicKey.value])
        return check.verdict(on: attestation, for: key, unixTime: now)
    }

    private static let otherValue = Bytes32(words: (9, 9, 9, 9))

    @Test(arguments: [
        (attestation(), AttestationCheck.Verdict.valid),
        (attestation(swarm: SwarmID(otherValue)), .unusable),
        (attestation(key: SegmentKey(otherValue)), .unusable),
        (attestation(key: SegmentKey(otherValue), signedBy: stranger), .forged),
        (attestation(signedBy: stranger), .forged),
        (attestation(claimedNotary: stranger, signedBy: stranger), .unusable),
        (attestation(from: now - 100, until: now - 60), .valid),
        (attestation(from: now - 100, until: now - 61), .unusable),
        (attestation(from: now + 60, until: now + 90), .valid),
        (attestation(from: now + 61, until: now + 90), .unusable),
    ])
    func `each field decides`(_ attestation: Attestation, _ expected: AttestationCheck.Verdict) {
        #expect(Self.verdict(attestation) == expected)
    }

    @Test func `without a notary's key nothing is valid`() {
        let check = AttestationCheck(swarm: Self.swarm)
        let verdict = check.verdict(on: Self.attestation(), for: Self.key, unixTime: Self.now)
        #expect(verdict == .unusable)
    }

    @Test func `no single flipped bit leaves it valid`() {
        let bytes = Self.attestation().encode()
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            do throws(WireError) {
                let attestation = try Attestation(decoding: flipped.span)
                #expect(Self.verdict(attestation) != .valid, "bit \(bit)")
            } catch {
                continue
            }
        }
    }
}
