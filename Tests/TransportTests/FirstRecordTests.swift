import Crypto
import Primitives
import Testing
import Transport

/// What a responder makes of the first records of an initiator that has the keys and bad manners.
@Suite struct FirstRecordTests {
    private static let (message, confirm, close): (UInt8, UInt8, UInt8) = (1, 2, 3)

    @Test(
        arguments: [
            ([confirm], [.opened]),
            ([confirm, message, message], [.opened, .message([]), .message([])]),
            ([confirm, close], [.opened, .closed(.closedByRemote)]),
            ([message], [.closed(.badRecord)]),
            ([close], [.closed(.badRecord)]),
            ([0], [.closed(.badRecord)]),
            ([4], [.closed(.badRecord)]),
            ([confirm, confirm], [.opened, .closed(.badRecord)]),
            ([confirm, 4], [.opened, .closed(.badRecord)]),
        ] as [([UInt8], [MachineSide.Seen])])
    func `only a confirmation opens, and only once`(
        kinds: [UInt8], expected: [MachineSide.Seen]
    ) throws {
        var pair = MachinePair.clientAndTracker()
        let prologue = ChannelPreamble.tracker.encode()
        var handshake = NoiseHandshake.initiator(
            .ik, prologue: prologue, local: MachinePair.initiatorKeys,
            remote: MachinePair.responderKeys.publicKey)
        let stamp = [UInt8](repeating: 0, count: 8)
        pair.responder.receive(prologue + framed(try handshake.writeMessage(payload: stamp)))
        _ = try handshake.readMessage(Array(pair.responder.takeOutgoing().dropFirst(2)))
        var ciphers = handshake.split()
        for kind in kinds {
            var sealed = [UInt8](repeating: 0, count: 1 + CipherState.overhead)
            unsafe [kind].withUnsafeBytes { kind in
                unsafe sealed.withUnsafeMutableBytes { sealed in
                    unsafe ciphers.send.seal(kind, into: sealed)
                }
            }
            pair.responder.receive(framed(sealed))
        }
        #expect(pair.responder.takeSeen() == expected)
    }

    private func framed(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }
}
