import Crypto
import Primitives
import TrackerWire

private let tracker = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))

/// Any bytes are a ticket; the tracker has signed none of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTicket(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let ticket: IntroductionTicket
    do throws(WireError) {
        ticket = try IntroductionTicket(decoding: bytes.span)
    } catch {
        return 0
    }
    precondition(ticket.encode() == bytes, "two forms of one ticket")
    let key = tracker.publicKey
    precondition(
        !key.verifies(signature: ticket.signature, of: ticket.signedBytes), "a forged signature")
    let signed = IntroductionTicket(
        swarm: ticket.swarm, initiator: ticket.initiator, responder: ticket.responder,
        notAfter: ticket.notAfter, nonce: ticket.nonce, sign: tracker.sign)
    precondition(
        signed.signedBytes == ticket.signedBytes
            && key.verifies(signature: signed.signature, of: ticket.signedBytes),
        "its own signature is refused")
    return 0
}
