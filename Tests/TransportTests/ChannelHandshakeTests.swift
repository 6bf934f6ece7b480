import CScalarMultCount
import Crypto
import Primitives
import Testing
import Transport

@Suite struct ChannelHandshakeTests {
    @Test func `peers agree and talk both ways`() {
        var pair = MachinePair.peers()
        pair.shakeHands()
        #expect(pair.initiator.takeSeen() == [.opened])
        #expect(pair.responder.takeSeen() == [.opened])

        pair.responder.receive(pair.initiator.send([2, 3], header: [1]))
        pair.initiator.receive(pair.responder.send([4]))
        #expect(pair.responder.takeSeen() == [.message([1, 2, 3])])
        #expect(pair.initiator.takeSeen() == [.message([4])])

        let (remotes, request) = (
            (pair.initiator.machine.remote, pair.responder.machine.remote),
            pair.responder.machine.request
        )
        #expect(remotes.0 == PeerID(MachinePair.responderKeys.publicKey))
        #expect(remotes.1 == PeerID(MachinePair.initiatorKeys.publicKey))
        #expect(request?.swarm == MachinePair.swarm)
        #expect(request?.payload == MachinePair.payload)
        #expect(request?.unixMilliseconds == 1_700_000_000_000)
    }

    @Test func `client and tracker agree and talk both ways`() {
        var pair = MachinePair.clientAndTracker()
        pair.shakeHands()
        pair.responder.receive(pair.initiator.send([1]))
        pair.initiator.receive(pair.responder.send([2]))
        #expect(pair.responder.takeSeen() == [.opened, .message([1])])
        #expect(pair.initiator.takeSeen() == [.opened, .message([2])])
        let swarm = pair.responder.machine.request?.swarm
        #expect(swarm == nil)
    }

    @Test func `the responder stays silent and unopened until the first record`() {
        var pair = MachinePair.peers()
        pair.responder.receive(pair.initiator.connect())
        #expect(pair.responder.takeOutgoing().count == 50)
        #expect(pair.responder.takeSeen() == [])

        pair.responder.advance(to: .start + .milliseconds(4_999))
        #expect(pair.responder.isOver == false)
        pair.responder.advance(to: .start + .seconds(5))
        #expect(pair.responder.takeSeen() == [.closed(.handshakeTimedOut)])
        #expect(pair.responder.takeOutgoing() == [])
    }

    @Test func `a first record that does not confirm is refused`() {
        var pair = MachinePair.peers()
        pair.responder.receive(pair.initiator.connect())
        pair.initiator.receive(pair.responder.takeOutgoing())
        _ = pair.initiator.takeOutgoing()
        pair.responder.receive(pair.initiator.send([1]))
        #expect(pair.responder.takeSeen() == [.closed(.badRecord)])
    }

    @Test func `who is not admitted gets no byte`() {
        var pair = MachinePair.peers(admit: { _ in false })
        pair.responder.receive(pair.initiator.connect())
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
        #expect(pair.responder.takeOutgoing() == [])
        pair.initiator.disconnect()
        #expect(pair.initiator.takeSeen() == [.closed(.handshakeRefused)])
    }

    @Test func `a stranger costs no multiplication and gets no byte`() {
        let other = SwarmSecret(epoch: MachinePair.secret.epoch, secret: Redacted(.zero))
        var pair = MachinePair.peers(secret: other)
        let opening = pair.initiator.connect()
        let before = scalar_multiplications()
        pair.responder.receive(opening)
        #expect(scalar_multiplications() == before)
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
        #expect(pair.responder.takeOutgoing() == [])

        var known = MachinePair.peers()
        let good = known.initiator.connect()
        let beforeGood = scalar_multiplications()
        known.responder.receive(good)
        // The count counts: es, ss, the ephemeral key, ee, se.
        #expect(scalar_multiplications() == beforeGood + 5)
    }

    @Test func `a changed bit anywhere in the opening is refused unanswered`() {
        var probe = MachinePair.peers()
        let size = probe.initiator.connect().count
        for bit in 0..<(8 * size) {
            var pair = MachinePair.peers()
            var opening = pair.initiator.connect()
            opening[bit / 8] ^= 1 << (bit % 8)
            let before = scalar_multiplications()
            pair.responder.receive(opening)
            #expect(scalar_multiplications() == before, "bit \(bit)")
            // A longer length waits for bytes that do not come.
            pair.responder.advance(to: .start + .seconds(5))
            let (seen, answer) = (pair.responder.takeSeen(), pair.responder.takeOutgoing())
            #expect(
                seen == [.closed(.handshakeRefused)] || seen == [.closed(.handshakeTimedOut)],
                "bit \(bit)")
            #expect(answer.isEmpty, "bit \(bit)")
        }
    }

    @Test func `a changed bit anywhere in a client's opening is refused unanswered`() {
        var probe = MachinePair.clientAndTracker()
        let size = probe.initiator.connect().count
        for bit in 0..<(8 * size) {
            var pair = MachinePair.clientAndTracker()
            var opening = pair.initiator.connect()
            opening[bit / 8] ^= 1 << (bit % 8)
            pair.responder.receive(opening)
            pair.responder.advance(to: .start + .seconds(5))
            let (seen, answer) = (pair.responder.takeSeen(), pair.responder.takeOutgoing())
            #expect(
                seen == [.closed(.handshakeRefused)] || seen == [.closed(.handshakeTimedOut)],
                "bit \(bit)")
            #expect(answer.isEmpty, "bit \(bit)")
        }
    }

    @Test func `a changed bit anywhere in message 2 is refused`() {
        for bit in 0..<(8 * 50) {
            var pair = MachinePair.peers()
            pair.responder.receive(pair.initiator.connect())
            var reply = pair.responder.takeOutgoing()
            reply[bit / 8] ^= 1 << (bit % 8)
            pair.initiator.receive(reply)
            #expect(pair.initiator.takeSeen() == [.closed(.handshakeRefused)], "bit \(bit)")
            #expect(pair.initiator.takeOutgoing() == [], "bit \(bit)")
        }
    }

    @Test func `a truncated opening waits at 64 bytes a second, and is over in five seconds`() {
        var probe = MachinePair.peers()
        let size = probe.initiator.connect().count
        for count in 0..<size {
            var pair = MachinePair.peers()
            pair.responder.receive(Array(pair.initiator.connect().prefix(count)))
            #expect(pair.responder.takeSeen() == [], "\(count) bytes")
            let end = Moment.start + .seconds(min(5, count / 64 + 1))
            #expect(pair.responder.machine.deadline == .start + .seconds(1))
            pair.responder.advance(to: end - .milliseconds(1))
            #expect(pair.responder.takeSeen() == [], "\(count) bytes")
            pair.responder.advance(to: end)
            #expect(pair.responder.takeSeen() == [.closed(.handshakeTimedOut)], "\(count) bytes")
            #expect(pair.responder.takeOutgoing() == [])
        }
    }

    @Test func `a trickle of bytes gains no time`() {
        var pair = MachinePair.peers()
        let opening = pair.initiator.connect()
        for (index, byte) in opening.enumerated() {
            pair.responder.advance(to: .start + .milliseconds(50 * index))
            pair.responder.receive([byte])
        }
        #expect(pair.responder.takeSeen() == [.closed(.handshakeTimedOut)])
    }

    @Test(arguments: [64, 63])
    func `64 bytes a second are fast enough, and 63 are not`(bytesPerSecond: Int) {
        var pair = MachinePair.peers()
        var opening = pair.initiator.connect()
        for second in 1...2 {
            let now = Moment.start + .seconds(second)
            pair.responder.receive(Array(opening.prefix(bytesPerSecond)))
            opening.removeFirst(bytesPerSecond)
            pair.responder.advance(to: now)
        }
        let isSlow = bytesPerSecond < 64
        #expect(pair.responder.takeSeen() == (isSlow ? [.closed(.handshakeTimedOut)] : []))
    }

    @Test func `who has shown who it is has all of the time for its first record`() {
        var pair = MachinePair.peers()
        pair.responder.receive(pair.initiator.connect())
        #expect(pair.responder.machine.deadline == .start + .seconds(5))
        pair.responder.advance(to: .start + .milliseconds(4_999))
        #expect(pair.responder.takeSeen() == [])
        pair.responder.advance(to: .start + .seconds(5))
        #expect(pair.responder.takeSeen() == [.closed(.handshakeTimedOut)])
    }

    @Test func `a tracker waits ten seconds`() {
        var pair = MachinePair.clientAndTracker(limits: .tracker)
        pair.responder.receive(pair.initiator.connect())
        pair.responder.advance(to: .start + .milliseconds(9_999))
        #expect(pair.responder.takeSeen() == [])
        pair.responder.advance(to: .start + .seconds(10))
        #expect(pair.responder.takeSeen() == [.closed(.handshakeTimedOut)])
    }

    @Test func `no keys are computed for whom there is no budget, and no byte goes back`() {
        var pair = MachinePair.peers(affords: { false })
        let opening = pair.initiator.connect()
        let before = scalar_multiplications()
        pair.responder.receive(opening)
        #expect(scalar_multiplications() == before)
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
        #expect(pair.responder.takeOutgoing() == [])
    }

    @Test func `a stranger's message 1 is refused without a word to the budget`() {
        var pair = MachinePair.peers(affords: {
            Issue.record("a wrong mark was paid for")
            return true
        })
        var opening = pair.initiator.connect()
        opening[opening.count - 1] ^= 1
        pair.responder.receive(opening)
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
    }

    @Test func `bytes after message 1 are refused before anything is computed`() {
        var pair = MachinePair.peers()
        let opening = pair.initiator.connect()
        let before = scalar_multiplications()
        pair.responder.receive(opening + [0])
        #expect(scalar_multiplications() == before)
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
    }

    @Test func `a stranger makes us keep less than a kibibyte`() {
        var pair = MachinePair.peers()
        var opening = pair.initiator.connect()
        // The longest message that may be announced.
        opening[38] = 2
        opening[39] = 0
        for byte in opening + [UInt8](repeating: 0, count: 500) { pair.responder.receive([byte]) }
        let kept = pair.responder.machine.incomingCapacity
        #expect(kept == 568)
        #expect(kept + MemoryLayout<ChannelMachine>.size <= 1_024)
    }

    @Test(arguments: [0, 1, 103, 513, 65_535])
    func `a handshake message of a length that none has is refused at once`(length: Int) {
        var pair = MachinePair.peers()
        var opening = Array(pair.initiator.connect().prefix(40))
        opening[38] = UInt8(length >> 8)
        opening[39] = UInt8(length & 255)
        pair.responder.receive(opening)
        #expect(pair.responder.takeSeen() == [.closed(.handshakeRefused)])
    }

    @Test func `the longest payload fits and a peer's key of low order is refused`() {
        var pair = MachinePair.peers(payload: [UInt8](repeating: 7, count: 392))
        pair.shakeHands()
        #expect(pair.responder.takeSeen() == [.opened])

        let dial = PeerDial(
            local: MachinePair.initiatorKeys, remote: PeerID(.zero), swarm: MachinePair.swarm,
            secret: MachinePair.secret, payload: [])
        var side = MachineSide(
            ChannelMachine(
                dialling: .peer(dial), limits: ChannelLimits(), ephemeral: SecretBytes32(),
                at: .start))
        #expect(side.connect() == [])
        #expect(side.takeSeen() == [.closed(.handshakeRefused)])
    }
}
