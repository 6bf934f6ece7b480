import Primitives

/// Why the tracker ends a client's channel: one byte.
package enum RefusalReason: UInt8, Hashable, Sendable, CaseIterable {
    /// A reason of a later version, or none of the others.
    case other = 0
    /// The credentials are not of this tracker, or their signature is wrong.
    case badCredentials = 1
    case expiredCredentials = 2
    /// The credentials were revoked, or the client was caught lying.
    case revoked = 3
    case tooManySwarms = 4
    /// The client sends more often than it may.
    case tooManyMessages = 5
    case protocolError = 6
    /// The tracker is at one of its limits.
    case overloaded = 7
    case shuttingDown = 8
    /// The client has not shown the grant that the tracker asks for.
    case grantNeeded = 9

    init(from reader: inout ByteReader) throws(WireError) {
        self = Self(rawValue: try reader.readUInt8()) ?? .other
    }
}
