import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct IntroductionTicketTests {
    private let bytes = [UInt8](hex: Samples.ticketHex) ?? []

    @Test func `a ticket has the bytes it always had`() throws {
        #expect(Samples.ticket.encode().hex == Samples.ticketHex)
        #expect(bytes.count == IntroductionTicket.encodedSize)
        #expect(try IntroductionTicket(decoding: bytes.span) == Samples.ticket)
    }

    @Test func `the signature is over a context and all fields`() {
        #expect(Samples.ticket.signedBytes == Array("tkt-v1".utf8) + bytes.prefix(117))
    }

    @Test func `a ticket fits an introduction`() {
        #expect(IntroductionTicket.encodedSize <= Introduction.longestTicket)
    }

    @Test func `a ticket is whole or refused`() throws {
        try expectExactLength(bytes) { bytes throws(WireError) in
            try IntroductionTicket(decoding: bytes.span).encode()
        }
    }

    @Test func `every bit is signed, is the signature, or is refused`() throws {
        for index in bytes.indices.dropFirst() {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                let decoded = try IntroductionTicket(decoding: changed.span)
                #expect(
                    decoded.signedBytes != Samples.ticket.signedBytes
                        || decoded.signature != Samples.ticket.signature)
            }
        }
    }

    @Test func `another version is named`() {
        let other = [2] + bytes.dropFirst()
        #expect(throws: WireError.unknownType(2)) {
            try IntroductionTicket(decoding: other.span)
        }
    }
}
