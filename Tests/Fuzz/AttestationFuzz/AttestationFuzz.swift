import Crypto
import Primitives
import TrackerWire

private let notary = SigningKey(seed: Bytes32(words: (1, 2, 3, 4)))

/// Any bytes are an attestation, and what follows it the leaves that it is said to be of.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAttestation(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let bytes = Array(input.prefix(Attestation.encodedSize))
    let attestation: Attestation
    do throws(WireError) {
        attestation = try Attestation(decoding: bytes.span)
    } catch {
        return 0
    }
    precondition(attestation.encode() == bytes, "two forms of one attestation")
    precondition(
        !notary.publicKey.verifies(
            signature: attestation.signature, of: attestation.signedBytes), "a forged signature")
    expectWhole(attestation, Array(input.dropFirst(bytes.count)))
    expectSigned(attestation)
    return 0
}

/// Leaves have a root only if they are as many as the length says.
private func expectWhole(_ attestation: Attestation, _ bytes: [UInt8]) {
    let leaves = stride(from: 0, to: bytes.count - Bytes32.count + 1, by: Bytes32.count)
        .compactMap { Bytes32(bytes[$0..<$0 + Bytes32.count]).map(Leaf.init) }
    let length = Int(attestation.length)
    let root = HashTree.root(leaves: leaves, length: length)
    let isWhole = ChunkGeometry(length: length)?.chunkCount == leaves.count
    precondition((root != nil) == isWhole, "a root of too many leaves or too few")
    precondition(root != attestation.root, "a root that was guessed")
}

/// What the notary signs is good as it is, and in no other way.
private func expectSigned(_ said: Attestation) {
    let signed = Attestation(
        swarm: said.swarm, key: said.key, length: said.length, root: said.root,
        generation: said.generation, notBefore: said.notBefore, notAfter: said.notAfter,
        level: said.level, k: said.k, keyID: said.keyID, sign: notary.sign)
    precondition(
        notary.publicKey.verifies(signature: signed.signature, of: said.signedBytes),
        "its own signature is refused")
    precondition(signed.signedBytes == said.signedBytes, "signed is something else")
}
