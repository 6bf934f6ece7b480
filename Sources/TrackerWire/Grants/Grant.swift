package import Primitives

/// An issuer's signed word that the holder of one key may take part, and in which contents.
///
/// Made by the operator, or by a backend of the app's whose key the tracker's policy names. It is of no
/// use without the client's key, opens one channel to the tracker only, and must do so within 300 s.
/// Decoding checks the form alone; the signature over `signedBytes` is checked with `issuer`, once the
/// tracker knows that it trusts that key. Times are in seconds since 1970.
///
/// Text: "shoalg1." and base64url without padding of these bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 32 | issuer's Ed25519 key |
/// | 1 + n | app id: length, 1 to 64 printable ASCII characters |
/// | 1 + n | bundle id: length, 1 to 100 printable ASCII characters |
/// | 1 | role: 1 viewer, 2 edge node |
/// | 32 | client's X25519 key |
/// | 4 | issued |
/// | 4 | use by: not before issued, at most 300 s after |
/// | 4 | expires: not before use by |
/// | 16 | id |
/// | 1 | count of swarms, at most 4; none stands for every content of the app |
/// | 32 each | swarms |
/// | 64 | signature over "grt-v1" and the bytes above |
package struct Grant: Hashable, Sendable {
    package static let mostSwarms = 4
    package static let longestFirstUse: UInt32 = 300
    private static let version: UInt8 = 1
    private static let prefix = "shoalg1."

    package enum Role: UInt8, Hashable, Sendable, CaseIterable {
        case viewer = 1
        /// A node that the operator runs: its word alone is attested.
        case edge = 2
    }

    package let issuer: Bytes32
    package let appID: String
    package let bundleID: String
    package let role: Role
    package let client: PeerID
    package let issued: UInt32
    /// The last second in which it can be shown to a tracker.
    package let useBy: UInt32
    /// The last second in which what it opened is of use.
    package let expires: UInt32
    package let id: GrantID
    /// The contents that it is for; empty for every content of the app.
    package let swarms: [SwarmID]
    package private(set) var signature: [UInt8]

    /// Makes a grant; `sign` is given `signedBytes` and returns 64 bytes.
    ///
    /// - Throws: `.invalidValue` or `.tooLarge` if the format cannot hold it.
    package init(
        issuer: Bytes32, appID: String, bundleID: String, role: Role, client: PeerID,
        issued: UInt32, useBy: UInt32, expires: UInt32, id: GrantID, swarms: [SwarmID],
        sign: ([UInt8]) -> [UInt8]
    ) throws(WireError) {
        guard isName(appID.utf8), isName(bundleID.utf8),
            Self.areInOrder(issued: issued, useBy: useBy, expires: expires)
        else { throw .invalidValue }
        guard appID.utf8.count <= AppPass.longestAppID,
            bundleID.utf8.count <= Credentials.longestBundleID, swarms.count <= Self.mostSwarms
        else { throw .tooLarge }
        self.issuer = issuer
        self.appID = appID
        self.bundleID = bundleID
        self.role = role
        self.client = client
        self.issued = issued
        self.useBy = useBy
        self.expires = expires
        self.id = id
        self.swarms = swarms
        signature = []
        signature = signed(signedBytes, by: sign)
    }

    /// Reads the text form, forgiving white space around it.
    package init(parsing text: String) throws(WireError) {
        guard let bytes = PrefixedText.bytes(of: text, prefix: Self.prefix) else {
            throw .invalidValue
        }
        var reader = ByteReader(bytes.span)
        try self.init(from: &reader)
        try reader.expectEnd()
    }

    /// The text form, which is a secret for as long as the grant is not used.
    package var text: String {
        var writer = ByteWriter(capacity: 512)
        write(to: &writer)
        return Self.prefix + writer.bytes.base64url
    }

    /// What the signature is over.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.write("grt-v1".utf8)
        writeFields(to: &writer)
        return writer.bytes
    }

    /// Whether it is for the content of this swarm.
    package func covers(_ swarm: SwarmID) -> Bool { swarms.isEmpty || swarms.contains(swarm) }

    init(from reader: inout ByteReader) throws(WireError) {
        try reader.expectVersion(Self.version)
        issuer = try reader.readBytes32()
        appID = try reader.readName(atMost: AppPass.longestAppID)
        bundleID = try reader.readName(atMost: Credentials.longestBundleID)
        guard let role = Role(rawValue: try reader.readUInt8()) else { throw .invalidValue }
        self.role = role
        client = PeerID(try reader.readBytes32())
        issued = try reader.readUInt32()
        useBy = try reader.readUInt32()
        expires = try reader.readUInt32()
        guard Self.areInOrder(issued: issued, useBy: useBy, expires: expires) else {
            throw .invalidValue
        }
        id = GrantID(words: (try reader.readUInt64(), try reader.readUInt64()))
        var swarms: [SwarmID] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostSwarms)) {
            swarms.append(SwarmID(try reader.readBytes32()))
        }
        self.swarms = swarms
        signature = try reader.readSignature()
    }

    func write(to writer: inout ByteWriter) {
        writeFields(to: &writer)
        writer.write(signature)
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.version)
        writer.write(issuer)
        writer.write(name: appID)
        writer.write(name: bundleID)
        writer.write(role.rawValue)
        writer.write(client.value)
        writer.write(issued)
        writer.write(useBy)
        writer.write(expires)
        writer.write(id.high)
        writer.write(id.low)
        writer.write(UInt8(swarms.count))
        for swarm in swarms { writer.write(swarm.value) }
    }

    private static func areInOrder(issued: UInt32, useBy: UInt32, expires: UInt32) -> Bool {
        issued <= useBy && useBy - issued <= longestFirstUse && useBy <= expires
    }
}
