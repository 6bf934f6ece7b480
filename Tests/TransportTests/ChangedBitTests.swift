import Primitives
import Testing
import Transport

/// Every bit that a side sends, after the openings: a changed one is refused and ends the channel.
@Suite struct ChangedBitTests {
    enum Kind: CaseIterable {
        case peers, clientAndTracker

        func pair() -> MachinePair {
            switch self {
            case .peers: .peers()
            case .clientAndTracker: .clientAndTracker()
            }
        }
    }

    private static let messages: [[UInt8]] = [
        [1], Array("a message".utf8), (0..<40).map { UInt8($0) },
    ]

    private static let ends: [MachineSide.Seen] = [
        .closed(.badRecord), .closed(.oversizeRecord), .closed(.endWithoutClose),
        .closed(.handshakeRefused), .closed(.handshakeTimedOut),
    ]

    @Test(arguments: Kind.allCases)
    func `message 2 is refused, and not answered`(kind: Kind) {
        for bit in 0..<(8 * 50) {
            var pair = kind.pair()
            pair.responder.receive(pair.initiator.connect())
            var reply = pair.responder.takeOutgoing()
            #expect(reply.count == 50)
            reply[bit / 8] ^= 1 << (bit % 8)
            pair.initiator.receive(reply)
            #expect(pair.initiator.takeSeen() == [.closed(.handshakeRefused)], "bit \(bit)")
            #expect(pair.initiator.takeOutgoing() == [], "bit \(bit)")
        }
    }

    @Test(arguments: Kind.allCases)
    func `a first record that is changed opens nothing`(kind: Kind) {
        let size = 19
        for bit in 0..<(8 * size) {
            var pair = kind.pair()
            pair.responder.receive(pair.initiator.connect())
            pair.initiator.receive(pair.responder.takeOutgoing())
            var first = pair.initiator.takeOutgoing()
            #expect(first.count == size)
            first[bit / 8] ^= 1 << (bit % 8)
            pair.responder.receive(first)
            // A longer length waits for bytes that do not come.
            pair.responder.advance(to: .start + .seconds(5))
            let seen = pair.responder.takeSeen()
            #expect(seen.count == 1 && Self.ends.contains(seen[0]), "bit \(bit): \(seen)")
        }
    }

    @Test(arguments: Kind.allCases)
    func `three records to a responder`(kind: Kind) {
        expectRefusals(kind) {
            $0.initiator.send($1)
        } receive: {
            $0.responder.receive($1)
        } end: {
            $0.responder.disconnect()
            return $0.responder.takeSeen()
        }
    }

    @Test(arguments: Kind.allCases)
    func `three records to an initiator`(kind: Kind) {
        expectRefusals(kind) {
            $0.responder.send($1)
        } receive: {
            $0.initiator.receive($1)
        } end: {
            $0.initiator.disconnect()
            return $0.initiator.takeSeen()
        }
    }

    @Test(arguments: Kind.allCases)
    func `a close record that is changed ends nothing well`(kind: Kind) {
        for bit in 0..<(8 * 19) {
            var pair = kind.pair()
            pair.shakeHands()
            var record = pair.initiator.close()
            #expect(record.count == 19)
            record[bit / 8] ^= 1 << (bit % 8)
            pair.responder.receive(record)
            pair.responder.disconnect()
            let seen = pair.responder.takeSeen()
            #expect(seen.count == 2 && Self.ends.contains(seen[1]), "bit \(bit): \(seen)")
        }
    }

    /// What came whole before the changed bit arrives, and nothing after it.
    private func expectRefusals(
        _ kind: Kind, send: (inout MachinePair, [UInt8]) -> [UInt8],
        receive: (inout MachinePair, [UInt8]) -> Void,
        end: (inout MachinePair) -> [MachineSide.Seen]
    ) {
        let sizes = Self.messages.map { $0.count + 19 }
        for bit in 0..<(8 * sizes.reduce(0, +)) {
            var pair = kind.pair()
            pair.shakeHands()
            var records: [UInt8] = []
            for message in Self.messages { records += send(&pair, message) }
            records[bit / 8] ^= 1 << (bit % 8)
            receive(&pair, records)
            let seen = end(&pair)
            var whole = 0
            while sizes.prefix(whole + 1).reduce(0, +) <= bit / 8 { whole += 1 }
            let expected = [.opened] + Self.messages.prefix(whole).map(MachineSide.Seen.message)
            #expect(seen.dropLast() == expected[...], "bit \(bit)")
            #expect(seen.last.map(Self.ends.contains) == true, "bit \(bit): \(seen)")
        }
    }
}
