package import Primitives

/// What an application is given to join a tracker: the pass it shows, and the secret it keeps.
///
/// The content key makes the names of swarms, tracks and segments; the tracker must not have it, or it
/// could guess what is watched. It is therefore outside the pass and outside its signature. A checksum
/// over the whole tells a mistyped key from a forged one.
///
/// Text: "shoal1." and base64url without padding of these bytes.
///
/// | bytes | field |
/// |---|---|
/// | n | `AppPass` |
/// | 32 | content key |
/// | 4 | CRC-32 of the bytes above |
package struct SDKKey: Hashable, Sendable {
    private static let prefix = "shoal1."

    package let pass: AppPass
    package let contentKey: Redacted<Bytes32>

    package init(pass: AppPass, contentKey: Redacted<Bytes32>) {
        self.pass = pass
        self.contentKey = contentKey
    }

    /// Reads the text form, forgiving white space around it.
    ///
    /// The caller then checks the signature: `pass.signature` over `pass.signedBytes`.
    package init(parsing text: String) throws(SDKKeyError) {
        guard text.drop(while: \.isWhitespace).hasPrefix(Self.prefix) else { throw .wrongPrefix }
        guard let bytes = PrefixedText.bytes(of: text, prefix: Self.prefix) else {
            throw .notBase64
        }
        try self.init(decoding: bytes)
    }

    /// The text form, which holds the secret content key.
    package var text: String {
        var writer = ByteWriter(capacity: 256)
        pass.write(to: &writer)
        writer.write(contentKey.secret)
        writer.write(crc32(writer.bytes))
        return Self.prefix + writer.bytes.base64url
    }

    private init(decoding bytes: [UInt8]) throws(SDKKeyError) {
        guard let version = bytes.first else { throw .truncated }
        guard version == AppPass.version else { throw .unknownVersion(version) }
        var reader = ByteReader(bytes.span)
        let checksum: UInt32
        do throws(WireError) {
            pass = try AppPass(from: &reader)
            contentKey = Redacted(try reader.readBytes32())
            checksum = try reader.readUInt32()
            try reader.expectEnd()
        } catch {
            throw SDKKeyError(error)
        }
        guard checksum == crc32(bytes.dropLast(4)) else { throw .wrongChecksum }
    }
}
