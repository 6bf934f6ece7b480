package import Primitives

/// The payload of a client's first handshake message: by what right it wants to be served.
///
/// It fits a handshake message of 512 bytes at its longest.
///
/// | bytes | field |
/// |---|---|
/// | 1 | kind 1: an app's pass |
/// | n | `AppPass` |
/// | 1 + n | bundle id: length, 1 to 100 printable ASCII characters |
/// | 8 | time |
package struct Credentials: Hashable, Sendable {
    package static let longestBundleID = 100
    private static let passKind: UInt8 = 1

    package let pass: AppPass
    package let bundleID: String
    /// The client's clock in seconds since 1970, which bounds how long the message can be replayed.
    package let unixTime: UInt64

    /// Makes credentials.
    ///
    /// - Throws: `.invalidValue` or `.tooLarge` if the bundle id is not what the format can hold.
    package init(pass: AppPass, bundleID: String, unixTime: UInt64) throws(WireError) {
        guard isName(bundleID.utf8) else { throw .invalidValue }
        guard bundleID.utf8.count <= Self.longestBundleID else { throw .tooLarge }
        self.pass = pass
        self.bundleID = bundleID
        self.unixTime = unixTime
    }

    /// Reads the credentials that fill `payload`.
    package init(decoding payload: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(payload)
        try reader.expectVersion(Self.passKind)
        pass = try AppPass(from: &reader)
        bundleID = try reader.readName(atMost: Self.longestBundleID)
        unixTime = try reader.readUInt64()
        try reader.expectEnd()
    }

    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: 416)
        writer.write(Self.passKind)
        pass.write(to: &writer)
        writer.write(name: bundleID)
        writer.write(unixTime)
        return writer.bytes
    }
}
