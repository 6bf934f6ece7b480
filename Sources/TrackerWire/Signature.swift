import Primitives

/// Bytes of an Ed25519 signature.
let signatureSize = 64

extension ByteReader {
    mutating func readSignature() throws(WireError) -> [UInt8] {
        try readBytes(signatureSize)
    }

    /// Refuses every version but the one that is spoken here.
    mutating func expectVersion(_ version: UInt8) throws(WireError) {
        let found = try readUInt8()
        guard found == version else { throw .unknownType(found) }
    }
}

/// Has `bytes` signed by the owner of a key that this target never sees.
func signed(_ bytes: [UInt8], by sign: ([UInt8]) -> [UInt8]) -> [UInt8] {
    let signature = sign(bytes)
    precondition(signature.count == signatureSize, "a signature of \(signature.count) bytes")
    return signature
}
