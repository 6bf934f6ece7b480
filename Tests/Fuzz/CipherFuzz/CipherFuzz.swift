import Crypto
import Primitives

/// The input is what happens to one direction of a channel: messages, changes of keys, and bytes that are
/// changed, repeated and left out on the way.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCipher(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(NoiseError) {
        var line = try Line()
        var words = input.makeIterator()
        var previous: [UInt8] = []
        while let word = words.next() {
            let value = words.next() ?? 0
            switch word % 8 {
            case 0, 1, 2:
                let message = [UInt8](repeating: word, count: Int(value) * (word > 127 ? 9 : 1))
                let sealed = seal(message, by: &line.ours.send)
                let opened = try open(sealed, by: &line.theirs.receive)
                precondition(opened == message, "another message")
                previous = sealed
            case 3:
                line.ours.send.rekey()
                line.theirs.receive.rekey()
            case 4:
                var sealed = seal([value], by: &line.ours.send)
                sealed[Int(value) % sealed.count] ^= word
                _ = try open(sealed, by: &line.theirs.receive)
                preconditionFailure("a changed message was read")
            case 5:
                guard !previous.isEmpty else { break }
                _ = try open(previous, by: &line.theirs.receive)
                preconditionFailure("a message was read twice")
            case 6:
                _ = seal([value], by: &line.ours.send)
                _ = try open(seal([value], by: &line.ours.send), by: &line.theirs.receive)
                preconditionFailure("a message was read though one is missing")
            default:
                line.ours.send.rekey()
                _ = try open(seal([value], by: &line.ours.send), by: &line.theirs.receive)
                preconditionFailure("a message was read under an old key")
            }
        }
        precondition(
            line.ours.send.counter == line.theirs.receive.counter, "a counter stands still")
    } catch {
        // The end of a channel: what was changed was noticed.
    }
    return 0
}

private func seal(_ message: [UInt8], by cipher: inout CipherState) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: message.count + CipherState.overhead)
    let headSize = message.count / 3
    unsafe message.withUnsafeBytes { message in
        unsafe sealed.withUnsafeMutableBytes { sealed in
            unsafe cipher.seal(
                header: UnsafeRawBufferPointer(rebasing: message[..<headSize]),
                body: UnsafeRawBufferPointer(rebasing: message[headSize...]), into: sealed)
        }
    }
    return sealed
}

private func open(
    _ sealed: [UInt8], by cipher: inout CipherState
) throws(NoiseError) -> [UInt8] {
    let count = sealed.count - CipherState.overhead
    var plaintext = [UInt8](repeating: 0, count: max(1, count))
    var failure: NoiseError?
    unsafe sealed.withUnsafeBytes { sealed in
        unsafe plaintext.withUnsafeMutableBytes { plaintext in
            do throws(NoiseError) {
                try unsafe cipher.open(sealed, into: plaintext)
            } catch {
                failure = error
            }
        }
    }
    if let failure { throw failure }
    return Array(plaintext.prefix(count))
}

/// Both ends of an agreed channel.
private struct Line: ~Copyable {
    var ours: CipherPair
    var theirs: CipherPair

    init() throws(NoiseError) {
        let pair = StaticKeyPair(secret: secret(2))
        var initiator = NoiseHandshake.initiator(
            .ik, prologue: [], local: StaticKeyPair(secret: secret(1)), remote: pair.publicKey,
            ephemeral: secret(3))
        var responder = NoiseHandshake.responder(
            .ik, prologue: [], local: pair, ephemeral: secret(4))
        let first = try initiator.writeMessage(payload: [])
        _ = try responder.readMessage(first)
        let second = try responder.writeMessage(payload: [])
        _ = try initiator.readMessage(second)
        ours = initiator.split()
        theirs = responder.split()
    }
}

private func secret(_ number: UInt64) -> SecretBytes32 {
    SecretBytes32(Bytes32(words: (number, number, number, number)))
}
