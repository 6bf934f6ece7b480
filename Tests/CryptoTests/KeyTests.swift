import Crypto
import Primitives
import Testing

@Suite struct KeyTests {
    /// RFC 7748, section 6.1: Bob's.
    @Test func `the public key of a published secret is the published one`() throws {
        let secret = try #require(
            Bytes32(hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        #expect(
            StaticKeyPair(secret: SecretBytes32(secret)).publicKey.hex
                == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        #expect(StaticKeyPair.generate().publicKey != StaticKeyPair.generate().publicKey)
    }

    /// RFC 8032, section 7.1, test 2.
    @Test func `Ed25519 gives the published signature`() throws {
        let seed = try #require(
            Bytes32(hex: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
        let key = SigningKey(seed: seed)
        #expect(
            key.publicKey.value.hex
                == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        let signature = key.sign([0x72])
        #expect(
            signature.hex
                == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(key.publicKey.verifies(signature: signature, of: [0x72]))
    }

    @Test func `a signature with any bit changed is refused`() {
        let key = SigningKey.generate()
        let message = Array("segment".utf8)
        let signature = key.sign(message)
        for bit in 0..<(8 * signature.count) {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.verifies(signature: changed, of: message))
        }
        #expect(!key.publicKey.verifies(signature: Array(signature.dropLast()), of: message))
        #expect(!key.publicKey.verifies(signature: signature + [0], of: message))
        #expect(!key.publicKey.verifies(signature: [], of: message))
    }

    @Test func `subkeys differ by number, purpose and secret, and by nothing else`() {
        let secret = SecretBytes32()
        let subkey = deriveSubkey(secret: secret, id: 1, context: "purpose1")
        #expect(subkey == deriveSubkey(secret: secret, id: 1, context: "purpose1"))
        #expect(subkey != deriveSubkey(secret: secret, id: 2, context: "purpose1"))
        #expect(subkey != deriveSubkey(secret: secret, id: 1, context: "purpose2"))
        #expect(subkey != deriveSubkey(secret: SecretBytes32(), id: 1, context: "purpose1"))
    }

    @Test func `a secret shows itself to no description`() {
        let secret = SecretBytes32(Bytes32.zero)
        #expect("\(secret)" == "‹secret›")
        #expect(String(reflecting: secret) == "‹secret›")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func `places of freed secrets are used again and never shared`() {
        let first = (0..<1_200).map { _ in SecretBytes32() }
        #expect(Set(first.map(\.exposed)).count == first.count)
        let second = (0..<1_200).map { _ in SecretBytes32(Bytes32.zero) }
        #expect(second.allSatisfy { $0.exposed == .zero })
        #expect(Set(first.map(\.exposed)).count == first.count)
    }

    @Test func `random bytes do not repeat`() {
        #expect(randomBytes(24).count == 24)
        #expect(randomBytes(0).isEmpty)
        #expect(randomBytes(24) != randomBytes(24))
        #expect(randomBytes32() != randomBytes32())
    }

    @Test func `comparison in constant time agrees with comparison`() throws {
        let bytes = randomBytes(40)
        #expect(constantTimeEquals(bytes, bytes))
        #expect(!constantTimeEquals(bytes, Array(bytes.dropLast())))
        #expect(constantTimeEquals([], []))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(!constantTimeEquals(bytes, changed), "byte \(index)")
        }
        let value = randomBytes32()
        #expect(constantTimeEquals(value, value))
        for index in 0..<Bytes32.count {
            var changed = value.bytes
            changed[index] ^= 1
            #expect(try !constantTimeEquals(value, #require(Bytes32(changed))), "byte \(index)")
        }
    }
}
