import Crypto
import Primitives
import Testing
import Transport

@Suite struct ChannelRecordTests {
    private static let messages: [[UInt8]] = [
        [1], Array("a message".utf8), (0..<40).map { UInt8($0) },
    ]

    @Test func `a changed bit anywhere in three records closes before its message`() {
        let sizes = Self.messages.map { $0.count + 19 }
        for bit in 0..<(8 * sizes.reduce(0, +)) {
            var pair = MachinePair.open()
            _ = pair.responder.takeSeen()
            var records: [UInt8] = []
            for message in Self.messages { records += pair.initiator.send(message) }
            records[bit / 8] ^= 1 << (bit % 8)
            pair.responder.receive(records)
            // A longer length waits for bytes that do not come.
            if !pair.responder.isOver { pair.responder.disconnect() }

            var whole = 0
            while sizes.prefix(whole + 1).reduce(0, +) <= bit / 8 { whole += 1 }
            let seen = pair.responder.takeSeen()
            #expect(
                seen.dropLast() == Self.messages.prefix(whole).map { .message($0) }[...],
                "bit \(bit)")
            let ends: [MachineSide.Seen] = [
                .closed(.badRecord), .closed(.oversizeRecord), .closed(.endWithoutClose),
            ]
            #expect(seen.last.map { ends.contains($0) } == true, "bit \(bit)")
        }
    }

    @Test func `a stream cut anywhere ends without close, and never with half a message`() {
        let sizes = Self.messages.map { $0.count + 19 }
        for count in 0..<sizes.reduce(0, +) {
            var pair = MachinePair.open()
            _ = pair.responder.takeSeen()
            var records: [UInt8] = []
            for message in Self.messages { records += pair.initiator.send(message) }
            pair.responder.receive(Array(records.prefix(count)))
            pair.responder.disconnect()
            var whole = 0
            while sizes.prefix(whole + 1).reduce(0, +) <= count { whole += 1 }
            #expect(
                pair.responder.takeSeen()
                    == Self.messages.prefix(whole).map { .message($0) }
                    + [.closed(.endWithoutClose)], "\(count) bytes")
        }
    }

    @Test(arguments: 1...70)
    func `pieces of any size give the same messages`(piece: Int) {
        var pair = MachinePair.peers()
        var opening = pair.initiator.connect()[...]
        while !opening.isEmpty {
            pair.responder.receive(Array(opening.prefix(piece)))
            opening = opening.dropFirst(piece)
        }
        var reply = pair.responder.takeOutgoing()[...]
        while !reply.isEmpty {
            pair.initiator.receive(Array(reply.prefix(piece)))
            reply = reply.dropFirst(piece)
        }
        var records = pair.initiator.takeOutgoing()
        for message in Self.messages { records += pair.initiator.send(message) }
        records += pair.initiator.close()
        var rest = records[...]
        while !rest.isEmpty {
            pair.responder.receive(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        #expect(pair.initiator.takeSeen() == [.opened, .closed(.closedByUs)])
        #expect(
            pair.responder.takeSeen()
                == [.opened] + Self.messages.map { .message($0) } + [.closed(.closedByRemote)])
    }

    @Test func `the longest record passes; one byte more closes before the body`() {
        var pair = MachinePair.open()
        _ = pair.responder.takeSeen()
        let longest = randomBytes(32 * 1024 + 63)
        pair.responder.receive(pair.initiator.send(longest))
        #expect(pair.responder.takeSeen() == [.message(longest)])

        let length = 32 * 1024 + 64 + 16 + 1
        pair.responder.receive([UInt8(length >> 8), UInt8(length & 255)])
        #expect(pair.responder.takeSeen() == [.closed(.oversizeRecord)])
    }

    @Test(arguments: 0...16)
    func `a record too short for a kind is refused`(length: Int) {
        var pair = MachinePair.open()
        _ = pair.responder.takeSeen()
        pair.responder.receive([0, UInt8(length)])
        #expect(pair.responder.takeSeen() == [.closed(.badRecord)])
    }

    @Test func `a replayed, a skipped and a reflected record are refused`() {
        var replayed = MachinePair.open()
        let record = replayed.initiator.send([1])
        replayed.responder.receive(record + record)
        #expect(replayed.responder.takeSeen() == [.opened, .message([1]), .closed(.badRecord)])

        var skipped = MachinePair.open()
        _ = skipped.initiator.send([1])
        skipped.responder.receive(skipped.initiator.send([2]))
        #expect(skipped.responder.takeSeen() == [.opened, .closed(.badRecord)])

        var reflected = MachinePair.open()
        reflected.initiator.receive(reflected.initiator.send([1]))
        #expect(reflected.initiator.takeSeen() == [.opened, .closed(.badRecord)])
    }

    @Test func `a close record ends both sides; an end without one is an error`() {
        var pair = MachinePair.open()
        pair.responder.receive(pair.initiator.close() + [1, 2, 3])
        #expect(pair.responder.takeSeen() == [.opened, .closed(.closedByRemote)])
        #expect(pair.responder.isOver == true)
        #expect(pair.initiator.isOver == false)
        pair.initiator.disconnect()
        #expect(pair.initiator.takeSeen() == [.opened, .closed(.closedByUs)])

        var cut = MachinePair.open()
        cut.responder.disconnect()
        #expect(cut.responder.takeSeen() == [.opened, .closed(.endWithoutClose)])
    }

    @Test func `sides that close at once both end, and hear nothing more`() {
        var pair = MachinePair.open()
        let late = pair.responder.send([9])
        let (first, second) = (pair.initiator.close(), pair.responder.close())
        pair.initiator.receive(late + second)
        pair.responder.receive(first)
        #expect(pair.initiator.takeSeen() == [.opened, .closed(.closedByUs)])
        #expect(pair.initiator.isOver == true)
        #expect(pair.responder.isOver == true)
        #expect(pair.initiator.send([1]) == [])
        #expect(pair.initiator.close() == [])
    }

    @Test func `a closed side waits two seconds for the other`() {
        var pair = MachinePair.open()
        _ = pair.initiator.close()
        pair.initiator.advance(to: .start + .milliseconds(1_999))
        #expect(pair.initiator.isOver == false)
        pair.initiator.advance(to: .start + .seconds(2))
        #expect(pair.initiator.isOver == true)
        #expect(pair.initiator.takeSeen() == [.opened, .closed(.closedByUs)])
    }

    @Test func `messages pass the change of keys in both directions`() {
        var pair = MachinePair.open()
        _ = (pair.initiator.takeSeen(), pair.responder.takeSeen())
        let count = Int(ChannelMachine.recordsPerKey) + 3
        for number in 0..<count {
            let message = [UInt8(number & 255), UInt8(number >> 8 & 255)]
            pair.responder.receive(pair.initiator.send(message))
            pair.initiator.receive(pair.responder.send(message))
            guard
                pair.responder.takeSeen() == [.message(message)],
                pair.initiator.takeSeen() == [.message(message)]
            else {
                Issue.record("record \(number) did not arrive")
                return
            }
        }
    }
}
