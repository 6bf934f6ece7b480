import Crypto
import Primitives

/// The first byte says which message of which pattern is met; the rest is that message, or is laid over
/// a true one: then nothing but zeroes may pass.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHandshake(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    let pattern: NoiseHandshake.Pattern = kind & 1 == 0 ? .ik : .ikpsk2(secret(7))
    let responderPair = StaticKeyPair(secret: secret(2))
    var initiator = NoiseHandshake.initiator(
        pattern, prologue: [1], local: StaticKeyPair(secret: secret(1)),
        remote: responderPair.publicKey, ephemeral: secret(3))
    var responder = NoiseHandshake.responder(
        pattern, prologue: [1], local: responderPair, ephemeral: secret(4))
    do throws(NoiseError) {
        let first = try initiator.writeMessage(payload: [9])
        guard kind & 2 != 0 else {
            let message = kind & 4 == 0 ? rest : laid(rest, over: first)
            expect(try responder.readMessage(message), [9], of: message, first)
            return 0
        }
        _ = try responder.readMessage(first)
        let second = try responder.writeMessage(payload: [])
        let message = kind & 4 == 0 ? rest : laid(rest, over: second)
        expect(try initiator.readMessage(message), [], of: message, second)
        precondition(initiator.hash == responder.hash, "two handshakes")
    } catch {
        // Most inputs are no message.
    }
    return 0
}

/// Whoever cannot know the keys cannot have written anything that is read.
private func expect(
    _ payload: [UInt8], _ sent: [UInt8], of message: [UInt8], _ written: [UInt8]
) {
    precondition(message == written && payload == sent, "a message of nobody's was read")
}

private func laid(_ changes: [UInt8], over message: [UInt8]) -> [UInt8] {
    var message = message
    for (index, change) in zip(message.indices, changes) { message[index] ^= change }
    return message + changes.dropFirst(message.count)
}

private func secret(_ number: UInt64) -> SecretBytes32 {
    SecretBytes32(Bytes32(words: (number, number, number, number)))
}
