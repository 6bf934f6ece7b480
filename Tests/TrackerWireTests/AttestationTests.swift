import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct AttestationTests {
    private let bytes = [UInt8](hex: Samples.attestationHex) ?? []

    @Test func `an attestation has the bytes it always had`() throws {
        #expect(Samples.attestation.encode().hex == Samples.attestationHex)
        #expect(bytes.count == Attestation.encodedSize)
        #expect(try Attestation(decoding: bytes.span) == Samples.attestation)
    }

    @Test func `the signature is over a context and 124 bytes`() {
        let signed = Samples.attestation.signedBytes
        #expect(signed == Array("asr-v1".utf8) + bytes.prefix(124))
        var given: [UInt8] = []
        let made = Attestation(
            swarm: Samples.swarm, key: Samples.key, length: 3_750_000, root: Samples.root,
            generation: 1, notBefore: 1_700_000_000, notAfter: 1_700_003_600, level: .edge, k: 3,
            keyID: 0x0102_0304_0506_0708
        ) { message in
            given = message
            return [UInt8](repeating: 7, count: 64)
        }
        #expect(given == signed)
        #expect(made.signature == [UInt8](repeating: 7, count: 64))
    }

    @Test func `every bit is signed, is the signature, or is refused`() throws {
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                let decoded: Attestation
                do throws(WireError) {
                    decoded = try Attestation(decoding: changed.span)
                } catch {
                    continue
                }
                #expect(decoded != Samples.attestation)
                #expect(
                    decoded.signedBytes != Samples.attestation.signedBytes
                        || decoded.signature != Samples.attestation.signature)
            }
        }
    }

    @Test func `an attestation is whole or refused`() throws {
        try expectExactLength(bytes) { bytes throws(WireError) in
            try Attestation(decoding: bytes.span).encode()
        }
    }

    @Test func `random attestations come back`() throws {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<200 {
            let attestation = Attestation.random(using: &random)
            let bytes = attestation.encode()
            #expect(bytes.count == 188)
            #expect(try Attestation(decoding: bytes.span) == attestation)
        }
    }

    @Test(arguments: [
        (0, "02", WireError.unknownType(2)), (0, "00", .unknownType(0)),
        (65, "00000000", .invalidValue), (65, "10000001", .invalidValue),
        (69, "0e", .invalidValue), (69, "10", .invalidValue), (110, "6553f0ff", .invalidValue),
        (114, "00", .invalidValue), (114, "05", .invalidValue),
    ])
    func `a field out of its range is refused`(
        offset: Int, field: String, error: WireError
    ) throws {
        var changed = bytes
        let replacement = try #require([UInt8](hex: field))
        changed.replaceSubrange(offset..<offset + replacement.count, with: replacement)
        #expect(throws: error) { try Attestation(decoding: changed.span) }
    }

    @Test(arguments: [(65, "10000000"), (110, "6553f100"), (114, "01"), (114, "04")])
    func `a field at its limit is read`(offset: Int, field: String) throws {
        var changed = bytes
        let replacement = try #require([UInt8](hex: field))
        changed.replaceSubrange(offset..<offset + replacement.count, with: replacement)
        _ = try Attestation(decoding: changed.span)
    }

    @Test func `a publisher's word is the best`() {
        #expect(ProvenanceLevel.allCases.sorted() == [.viewers, .edge, .origin, .publisher])
    }
}
