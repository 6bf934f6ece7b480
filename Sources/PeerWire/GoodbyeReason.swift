import Primitives

/// Why the sender closes the channel: one byte.
package enum GoodbyeReason: UInt8, Hashable, Sendable, CaseIterable {
    /// A reason of a later version, or none of the others.
    case other = 0
    /// Playback ended or the engine stops.
    case leaving = 1
    /// Neither side has had anything for the other for a while.
    case idle = 2
    case tooManyPeers = 3
    /// The receiver broke the protocol.
    case protocolError = 4
    /// The receiver sent bytes that did not verify.
    case badData = 5
    /// Sharing was switched off by the user, the application or the tracker.
    case sharingDisabled = 6

    init(from reader: inout ByteReader) throws(WireError) {
        self = Self(rawValue: try reader.readUInt8()) ?? .other
    }
}
