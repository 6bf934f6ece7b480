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
        claimedNotary: SigningKey = notary, signedBy signer: SigningKey = notary,
        generation: UInt32 = 0, root: UInt64 = 3
    ) -> Attestation {
        Attestation(
            swarm: swarm, key: key, length: 100, root: Root(Bytes32(words: (root, 3, 3, 3))),
            generation: generation, notBefore: UInt32(from), notAfter: UInt32(until),
            level: .viewers, k: 1,
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
        var check = AttestationCheck(swarm: Self.swarm)
        let verdict = check.verdict(on: Self.attestation(), for: Self.key, unixTime: Self.now)
        #expect(verdict == .unusable)
    }

    private static func trusting() -> AttestationCheck {
        var check = AttestationCheck(swarm: swarm)
        check.trust([notary.publicKey.value])
        return check
    }

    /// Generation and root of what is known, of what is shown then, and what that is worth.
    @Test(
        arguments: [
            (5, 3, 4, 4, AttestationCheck.Verdict.unusable), (5, 3, 0, 4, .unusable),
            (5, 3, 4, 3, .valid), (5, 3, 5, 3, .valid), (5, 3, 6, 4, .valid), (0, 3, 1, 4, .valid),
        ] as [(UInt32, UInt64, UInt32, UInt64, AttestationCheck.Verdict)])
    func `what was attested before is void once other bytes are`(
        _ known: UInt32, _ root: UInt64, _ generation: UInt32, _ other: UInt64,
        _ expected: AttestationCheck.Verdict
    ) {
        var check = Self.trusting()
        let first = Self.attestation(generation: known, root: root)
        #expect(check.verdict(on: first, for: Self.key, unixTime: Self.now) == .valid)
        let second = Self.attestation(generation: generation, root: other)
        #expect(check.verdict(on: second, for: Self.key, unixTime: Self.now) == expected)
    }

    @Test func `an older word on the same bytes does not bring others back`() {
        var check = Self.trusting()
        let expected: [(UInt32, UInt64, AttestationCheck.Verdict)] = [
            (5, 3, .valid), (2, 3, .valid), (4, 4, .unusable),
        ]
        for (generation, root, verdict) in expected {
            let attestation = Self.attestation(generation: generation, root: root)
            #expect(check.verdict(on: attestation, for: Self.key, unixTime: Self.now) == verdict)
        }
    }

    @Test func `what does not count says nothing of generations`() {
        var check = Self.trusting()
        let void = [
            Self.attestation(signedBy: Self.stranger, generation: 9, root: 4),
            Self.attestation(swarm: SwarmID(Self.otherValue), generation: 9, root: 4),
            Self.attestation(from: Self.now - 100, until: Self.now - 61, generation: 9, root: 4),
        ]
        for attestation in void {
            #expect(check.verdict(on: attestation, for: Self.key, unixTime: Self.now) != .valid)
        }
        #expect(check.verdict(on: Self.attestation(), for: Self.key, unixTime: Self.now) == .valid)
    }

    @Test func `what was revoked is void whoever shows it, and nothing else is`() {
        var check = Self.trusting()
        check.revoke(Self.key)
        let other = SegmentKey(Self.otherValue)
        #expect(
            check.verdict(on: Self.attestation(), for: Self.key, unixTime: Self.now) == .unusable)
        #expect(
            check.verdict(on: Self.attestation(key: other), for: other, unixTime: Self.now)
                == .valid)
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
