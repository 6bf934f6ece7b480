import Crypto
import Primitives
import TestSupport
import TrackerWire
import Testing

@testable import Engine

@Suite struct TicketCheckTests {
    private static let now: UInt64 = 1_800_000_000
    private static let tracker = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))
    private static let stranger = SigningKey(seed: Bytes32(words: (5, 6, 7, 8)))
    private static let swarm = SwarmID(Bytes32(words: (1, 1, 1, 1)))
    private static let caller = PeerID(Bytes32(words: (2, 2, 2, 2)))
    private static let local = PeerID(Bytes32(words: (3, 3, 3, 3)))
    private static let other = Bytes32(words: (9, 9, 9, 9))

    private static func ticket(
        swarm: SwarmID = swarm, from: PeerID = caller, to: PeerID = local,
        until: UInt64 = now + 60, nonce: UInt8 = 0, by signer: SigningKey = tracker
    ) -> [UInt8] {
        IntroductionTicket(
            swarm: swarm, initiator: from, responder: to, notAfter: UInt32(until),
            nonce: [UInt8](repeating: nonce, count: 16), sign: signer.sign
        ).encode()
    }

    private static func check() -> TicketCheck {
        TicketCheck(operatorKey: tracker.publicKey, local: local)
    }

    private static func admits(_ payload: [UInt8]) -> Bool {
        var check = check()
        return check.admits(caller, to: swarm, payload: payload, unixTime: now)
    }

    @Test(arguments: [
        (ticket(), true),
        (ticket(swarm: SwarmID(other)), false),
        (ticket(from: PeerID(other)), false),
        (ticket(to: PeerID(other)), false),
        (ticket(by: stranger), false),
        (ticket(until: now - 60), true),
        (ticket(until: now - 61), false),
        (ticket(until: now + 180), true),
        (ticket(until: now + 181), false),
        ([], false),
        (ticket() + [0], false),
        (ticket().dropLast(), false),
    ])
    func `each field decides`(_ payload: [UInt8], _ expected: Bool) {
        #expect(Self.admits(payload) == expected)
    }

    @Test func `a ticket counts once`() {
        var check = Self.check()
        let first = check.admits(
            Self.caller, to: Self.swarm, payload: Self.ticket(), unixTime: Self.now)
        let again = check.admits(
            Self.caller, to: Self.swarm, payload: Self.ticket(), unixTime: Self.now)
        let next = check.admits(
            Self.caller, to: Self.swarm, payload: Self.ticket(nonce: 1), unixTime: Self.now)
        #expect((first, again, next) == (true, false, true))
    }

    @Test func `a refused ticket is not used up by it`() {
        var check = Self.check()
        let stranger = PeerID(Self.other)
        let first = check.admits(
            stranger, to: Self.swarm, payload: Self.ticket(), unixTime: Self.now)
        let second = check.admits(
            Self.caller, to: Self.swarm, payload: Self.ticket(), unixTime: Self.now)
        #expect((first, second) == (false, true))
    }

    @Test func `no single flipped bit is admitted`() {
        let ticket = Self.ticket()
        for bit in 0..<ticket.count * 8 {
            var flipped = ticket
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!Self.admits(flipped), "bit \(bit)")
        }
    }
}
