package import Primitives

/// What an initiator says in clear before message 1; all of it goes into the prologue.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version 1 |
/// | 1 | kind: 1 peer, 2 tracker |
/// | 32 | swarm, between peers only |
/// | 4 | epoch of the swarm's secret, between peers only |
package enum ChannelPreamble: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case peer = 1
        case tracker = 2
    }

    case peer(SwarmID, Epoch)
    case tracker

    static let version: UInt8 = 1
    /// Enough to know how long the preamble is.
    static let kindEnd = 2

    package init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        let version = try reader.readUInt8()
        guard version == Self.version else { throw .unknownType(version) }
        let kind = try reader.readUInt8()
        switch Kind(rawValue: kind) {
        case .peer:
            self = .peer(SwarmID(try reader.readBytes32()), Epoch(try reader.readUInt32()))
        case .tracker:
            self = .tracker
        case nil:
            throw .unknownType(kind)
        }
        try reader.expectEnd()
    }

    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: Kind.peer.preambleSize)
        writer.write(Self.version)
        switch self {
        case .peer(let swarm, let epoch):
            writer.write(Kind.peer.rawValue)
            writer.write(swarm.value)
            writer.write(epoch.number)
        case .tracker:
            writer.write(Kind.tracker.rawValue)
        }
        return writer.bytes
    }
}

extension ChannelPreamble.Kind {
    var preambleSize: Int {
        switch self {
        case .peer: ChannelPreamble.kindEnd + Bytes32.count + 4
        case .tracker: ChannelPreamble.kindEnd
        }
    }

    /// Trackers are asked by strangers, who have no key to mark message 1 with.
    var macSize: Int {
        switch self {
        case .peer: 16
        case .tracker: 0
        }
    }
}
