import Primitives
import Testing
import Transport

/// What arrives does not depend on how TCP cuts it.
@Suite struct SplitTests {
    private static let toResponder: [[UInt8]] = [
        [1], Array("a message".utf8), (0..<40).map { UInt8($0) },
    ]
    private static let toInitiator: [[UInt8]] = [(0..<30).map { UInt8($0) }, [], [2]]

    /// The frames of one conversation, each delivered by `deliver`; returns what both sides saw.
    private func converse(
        _ kind: ChangedBitTests.Kind,
        deliver: (_ frame: Int, _ bytes: [UInt8], _ receive: ([UInt8]) -> Void) -> Void
    ) -> (initiator: [MachineSide.Seen], responder: [MachineSide.Seen]) {
        var pair = kind.pair()
        var frame = 0
        func next() -> Int {
            defer { frame += 1 }
            return frame
        }
        deliver(next(), pair.initiator.connect()) { pair.responder.receive($0) }
        deliver(next(), pair.responder.takeOutgoing()) { pair.initiator.receive($0) }
        deliver(next(), pair.initiator.takeOutgoing()) { pair.responder.receive($0) }
        for message in Self.toResponder {
            deliver(next(), pair.initiator.send(message)) { pair.responder.receive($0) }
        }
        for message in Self.toInitiator {
            deliver(next(), pair.responder.send(message)) { pair.initiator.receive($0) }
        }
        deliver(next(), pair.initiator.close()) { pair.responder.receive($0) }
        pair.initiator.disconnect()
        pair.responder.disconnect()
        return (pair.initiator.takeSeen(), pair.responder.takeSeen())
    }

    private func expectAll(
        _ seen: (initiator: [MachineSide.Seen], responder: [MachineSide.Seen]),
        _ comment: @autoclosure () -> Comment
    ) {
        let toInitiator = Self.toInitiator.map(MachineSide.Seen.message)
        let toResponder = Self.toResponder.map(MachineSide.Seen.message)
        #expect(seen.initiator == [.opened] + toInitiator + [.closed(.closedByUs)], comment())
        #expect(seen.responder == [.opened] + toResponder + [.closed(.closedByRemote)], comment())
    }

    @Test(arguments: ChangedBitTests.Kind.allCases)
    func `every frame may come in two pieces, cut anywhere`(kind: ChangedBitTests.Kind) {
        var sizes: [Int] = []
        expectAll(
            converse(kind) { _, bytes, receive in
                sizes.append(bytes.count)
                receive(bytes)
            }, "whole")
        for (cutFrame, size) in sizes.enumerated() {
            for cut in 0...size {
                let seen = converse(kind) { frame, bytes, receive in
                    guard frame == cutFrame else { return receive(bytes) }
                    receive(Array(bytes[..<cut]))
                    receive(Array(bytes[cut...]))
                }
                expectAll(seen, "frame \(cutFrame) cut at \(cut) of \(size)")
            }
        }
    }

    @Test(arguments: ChangedBitTests.Kind.allCases)
    func `every frame may come a byte at a time`(kind: ChangedBitTests.Kind) {
        let seen = converse(kind) { _, bytes, receive in
            for byte in bytes { receive([byte]) }
        }
        expectAll(seen, "a byte at a time")
    }
}
