import Primitives
import SwarmCore
import Testing

@Suite struct PeerRecordTests {
    private static func peer(_ number: UInt64) -> PeerID {
        PeerID(Bytes32(words: (number, 0, 0, 0)))
    }

    @Test(arguments: [PeerViolation.wrongChunk, .wrongLeaves])
    func `what cannot be an accident bans at once`(_ violation: PeerViolation) {
        var record = PeerRecord()
        let answer = record.violated(violation, by: Self.peer(1))
        #expect(answer)
        #expect(record.isBanned(Self.peer(1)))
        #expect(!record.isBanned(Self.peer(2)))
    }

    @Test func `what costs a channel bans the third time, each peer for itself`() {
        var record = PeerRecord()
        let violations: [PeerViolation] = [.unrequestedData, .malformed, .tooManyRequests]
        let answers = violations.map { violation in
            _ = record.violated(violation, by: Self.peer(2))
            return record.violated(violation, by: Self.peer(1))
        }
        #expect(answers == [false, false, true])
        #expect(record.isBanned(Self.peer(1)) && record.isBanned(Self.peer(2)))
        #expect(!record.isBanned(Self.peer(3)))
    }

    @Test func `ever new names do not fill the memory, nor unban anybody`() {
        var record = PeerRecord()
        record.ban(Self.peer(0))
        for number in 1..<100_000 {
            record.violated(.malformed, by: Self.peer(UInt64(number)))
        }
        #expect(record.remembered <= 1_024)
        #expect(record.isBanned(Self.peer(0)))
    }
}
