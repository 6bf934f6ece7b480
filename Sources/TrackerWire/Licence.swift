package import Primitives

/// The operator's signed word that an app, as installed under one bundle id, may run until a day.
///
/// It is checked where it is used, without asking anybody. Decoding checks the form alone; the signature over
/// `signedBytes` is checked with the operator's key that the app has from elsewhere: its SDK key. The licence
/// names no key, so that it cannot say by which it is to be checked. It is no secret.
///
/// Text: "shoallicence1." and base64url without padding of these bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 1 + n | app id: length, 1 to 64 printable ASCII characters |
/// | 1 + n | bundle id: length, 1 to 100 printable ASCII characters |
/// | 4 | expires, in seconds since 1970 |
/// | 64 | signature over "lic-v1" and the bytes above |
package struct Licence: Hashable, Sendable {
    private static let version: UInt8 = 1
    private static let prefix = "shoallicence1."

    package let appID: String
    package let bundleID: String
    /// The last second in which it is good, counted from 1970.
    package let expires: UInt32
    package private(set) var signature: [UInt8]

    /// Makes a licence; `sign` is given `signedBytes` and returns 64 bytes.
    ///
    /// - Throws: `.invalidValue` or `.tooLarge` if the format cannot hold a name.
    package init(
        appID: String, bundleID: String, expires: UInt32, sign: ([UInt8]) -> [UInt8]
    ) throws(WireError) {
        guard isName(appID.utf8), isName(bundleID.utf8) else { throw .invalidValue }
        guard appID.utf8.count <= AppPass.longestAppID,
            bundleID.utf8.count <= Credentials.longestBundleID
        else { throw .tooLarge }
        self.appID = appID
        self.bundleID = bundleID
        self.expires = expires
        signature = []
        signature = signed(signedBytes, by: sign)
    }

    /// Reads the text form, forgiving white space around it.
    package init(parsing text: String) throws(WireError) {
        guard let bytes = PrefixedText.bytes(of: text, prefix: Self.prefix) else {
            throw .invalidValue
        }
        var reader = ByteReader(bytes.span)
        try reader.expectVersion(Self.version)
        appID = try reader.readName(atMost: AppPass.longestAppID)
        bundleID = try reader.readName(atMost: Credentials.longestBundleID)
        expires = try reader.readUInt32()
        signature = try reader.readSignature()
        try reader.expectEnd()
    }

    /// What a licence file holds.
    package var text: String {
        var writer = ByteWriter(capacity: 256)
        writeFields(to: &writer)
        writer.write(signature)
        return Self.prefix + writer.bytes.base64url
    }

    /// What the signature is over.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.write("lic-v1".utf8)
        writeFields(to: &writer)
        return writer.bytes
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(name: appID)
        writer.write(name: bundleID)
        writer.write(expires)
    }
}
