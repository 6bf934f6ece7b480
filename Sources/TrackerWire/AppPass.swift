package import Primitives

/// The part of an SDK key that a tracker may see: which tracker, which app, and the operator's word.
///
/// It is copyable, and so says what an app claims to be, never who holds it. Decoding checks the form
/// alone; the signature over `signedBytes` is checked with `operatorKey`, which a tracker compares
/// with its own first.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 1 + n | tracker host: length, 1 to 100 printable ASCII characters |
/// | 2 | tracker port |
/// | 32 | tracker static key |
/// | 32 | operator key |
/// | 1 + n | app id: length, 1 to 64 printable ASCII characters |
/// | 64 | signature over "sdk-v1" and the bytes above |
package struct AppPass: Hashable, Sendable {
    package static let longestHost = 100
    package static let longestAppID = 64
    static let version: UInt8 = 1

    /// A host name or an IP address literal, without brackets.
    package let trackerHost: String
    package let trackerPort: UInt16
    /// The tracker's X25519 static key.
    package let trackerKey: Bytes32
    /// The operator's Ed25519 key, which signs SDK keys, tickets and attestations.
    package let operatorKey: Bytes32
    package let appID: String
    package private(set) var signature: [UInt8]

    /// Makes a pass; `sign` is given `signedBytes` and returns 64 bytes.
    ///
    /// - Throws: `.invalidValue` if host or app id are not what the format can hold.
    package init(
        trackerHost: String, trackerPort: UInt16, trackerKey: Bytes32, operatorKey: Bytes32,
        appID: String, sign: ([UInt8]) -> [UInt8]
    ) throws(WireError) {
        guard isName(trackerHost.utf8), isName(appID.utf8) else { throw .invalidValue }
        guard trackerHost.utf8.count <= Self.longestHost, appID.utf8.count <= Self.longestAppID
        else { throw .tooLarge }
        self.trackerHost = trackerHost
        self.trackerPort = trackerPort
        self.trackerKey = trackerKey
        self.operatorKey = operatorKey
        self.appID = appID
        signature = []
        signature = signed(signedBytes, by: sign)
    }

    /// What the signature is over.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.write("sdk-v1".utf8)
        writeFields(to: &writer)
        return writer.bytes
    }

    init(from reader: inout ByteReader) throws(WireError) {
        try reader.expectVersion(Self.version)
        trackerHost = try reader.readName(atMost: Self.longestHost)
        trackerPort = try reader.readUInt16()
        trackerKey = try reader.readBytes32()
        operatorKey = try reader.readBytes32()
        appID = try reader.readName(atMost: Self.longestAppID)
        signature = try reader.readSignature()
    }

    func write(to writer: inout ByteWriter) {
        writeFields(to: &writer)
        writer.write(signature)
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(name: trackerHost)
        writer.write(trackerPort)
        writer.write(trackerKey)
        writer.write(operatorKey)
        writer.write(name: appID)
    }
}
