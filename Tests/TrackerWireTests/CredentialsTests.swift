import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct CredentialsTests {
    private static let hex =
        "01" + Samples.passHex + "08" + "636f6d2e612e6262" + "000000006553f100"

    private func credentials() throws -> Credentials {
        try Credentials(
            pass: try Samples.pass(), bundleID: "com.a.bb", unixTime: 1_700_000_000)
    }

    @Test func `credentials have the bytes they always had`() throws {
        let credentials = try credentials()
        let bytes = credentials.encode()
        #expect(bytes.hex == Self.hex)
        #expect(try Credentials(decoding: bytes.span) == credentials)
    }

    @Test func `credentials are whole or refused`() throws {
        try expectExactLength(try credentials().encode()) { bytes throws(WireError) in
            try Credentials(decoding: bytes.span).encode()
        }
    }

    @Test func `the longest fit a handshake message`() throws {
        let pass = try Samples.pass(
            host: String(repeating: "h", count: 100), app: String(repeating: "a", count: 64))
        let longest = try Credentials(
            pass: pass, bundleID: String(repeating: "b", count: 100), unixTime: .max)
        // Noise adds a key, an encrypted key and two tags.
        #expect(longest.encode().count + 32 + 32 + 16 + 16 <= 512)
    }

    @Test func `a bundle id is printable and not too long`() throws {
        let pass = try Samples.pass()
        #expect(throws: WireError.invalidValue) {
            try Credentials(pass: pass, bundleID: "", unixTime: 0)
        }
        #expect(throws: WireError.invalidValue) {
            try Credentials(pass: pass, bundleID: "a b", unixTime: 0)
        }
        #expect(throws: WireError.tooLarge) {
            try Credentials(
                pass: pass, bundleID: String(repeating: "b", count: 101), unixTime: 0)
        }
    }

    @Test func `a kind that is not known is named`() throws {
        let grant = [2] + (try credentials().encode().dropFirst())
        #expect(throws: WireError.unknownType(2)) { try Credentials(decoding: grant.span) }
    }

    @Test func `a tracker is never shown the content key`() throws {
        let key = SDKKey(pass: try Samples.pass(), contentKey: Redacted(Samples.filled(0x99)))
        let shown = try Credentials(pass: key.pass, bundleID: "com.a", unixTime: 0).encode()
        #expect(!shown.hex.contains(Samples.hex(0x99, 8)))
    }
}
