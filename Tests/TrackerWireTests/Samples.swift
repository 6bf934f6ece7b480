import Primitives
import TrackerWire

/// Values that tests share, and the hexadecimal of their fields.
enum Samples {
    static let swarm = SwarmID(filled(0x11))
    static let key = SegmentKey(filled(0x22))
    static let root = Root(filled(0x33))
    static let peer = PeerID(filled(0x44))
    static let other = PeerID(filled(0x55))
    static let v4 = SocketAddress(ip: .v4(0xc000_0201), port: 4_660)
    static let v6 = SocketAddress(ip: .v6(high: 0x2001_0db8_0000_0000, low: 1), port: 443)
    static let policy: ClientPolicy = {
        var policy = ClientPolicy(maxPeers: 24, announceIntervalSeconds: 30, k: 3)
        policy.uploadAllowed = false
        policy.minimumAudience = 5
        policy.uploadBytesPerSecond = 1_000_000
        policy.auditsPerThousand = 10
        return policy
    }()

    static let elevens = hex(0x11, 32)
    static let twos = hex(0x22, 32)
    static let threes = hex(0x33, 32)
    static let fours = hex(0x44, 32)
    static let fives = hex(0x55, 32)
    static let v4Hex = "04" + "c0000201" + "1234"
    static let v6Hex = "06" + "20010db8000000000000000000000001" + "01bb"
    static let policyHex =
        "0018" + "001e" + "05" + "03" + "00000005" + "00000000000f4240"
        + "000a"

    static func filled(_ byte: UInt8) -> Bytes32 {
        let word = UInt64(byte) * 0x0101_0101_0101_0101
        return Bytes32(words: (word, word, word, word))
    }

    static func hex(_ byte: UInt8, _ count: Int) -> String {
        [UInt8](repeating: byte, count: count).hex
    }

    /// A signature of nobody's.
    static func unsigned(_: [UInt8]) -> [UInt8] { [UInt8](repeating: 0xee, count: 64) }

    static let attestation = Attestation(
        swarm: swarm, key: key, length: 3_750_000, root: root, generation: 1,
        notBefore: 1_700_000_000, notAfter: 1_700_003_600, level: .edge, k: 3,
        keyID: 0x0102_0304_0506_0708, sign: unsigned)
    static let attestationFields =
        "01" + elevens + twos + "00393870" + "0f" + threes + "00000001" + "6553f100" + "6553ff10"
        + "02" + "03" + "0102030405060708"
    static let attestationHex = attestationFields + hex(0xee, 64)

    static let ticket = IntroductionTicket(
        swarm: swarm, initiator: peer, responder: other, notAfter: 1_700_000_000,
        nonce: [UInt8](repeating: 0x66, count: 16), sign: unsigned)
    static let ticketFields = "01" + elevens + fours + fives + "6553f100" + hex(0x66, 16)
    static let ticketHex = ticketFields + hex(0xee, 64)

    static func pass(host: String = "t.example", app: String = "demo") throws -> AppPass {
        try AppPass(
            trackerHost: host, trackerPort: 7_000, trackerKey: filled(0x77),
            operatorKey: filled(0x88), appID: app, sign: unsigned)
    }
    /// Never fails: what it is made of is right.
    static let grant = grant(swarms: [swarm])
    static func grant(
        bundle: String = "com.a.bb", app: String = "demo", issued: UInt32 = 1_700_000_000,
        useBy: UInt32 = 1_700_000_300, expires: UInt32 = 1_700_003_600, swarms: [SwarmID] = []
    ) -> Grant {
        do {
            return try Grant(
                issuer: filled(0x88), appID: app, bundleID: bundle, role: .viewer, client: peer,
                issued: issued, useBy: useBy, expires: expires,
                id: GrantID(words: (0x0102_0304_0506_0708, 9)), swarms: swarms, sign: unsigned)
        } catch {
            preconditionFailure("\(error)")
        }
    }
    static let grantFields =
        "01" + hex(0x88, 32) + "04" + "64656d6f" + "08" + "636f6d2e612e6262" + "01" + fours
        + "6553f100" + "6553f22c" + "6553ff10" + "0102030405060708" + "0000000000000009" + "01"
        + elevens
    static let grantHex = grantFields + hex(0xee, 64)
    static func licence(
        app: String = "demo", bundle: String = "com.a.bb"
    ) throws(WireError) -> Licence {
        try Licence(
            appID: app, bundleID: bundle, expires: 1_700_000_000, sign: unsigned)
    }
    static let licenceFields = "01" + "04" + "64656d6f" + "08" + "636f6d2e612e6262" + "6553f100"
    static let licenceHex = licenceFields + hex(0xee, 64)
    static let passFields =
        "01" + "09" + "742e6578616d706c65" + "1b58" + hex(0x77, 32) + hex(0x88, 32)
        + "04" + "64656d6f"
    static let passHex = passFields + hex(0xee, 64)
}
