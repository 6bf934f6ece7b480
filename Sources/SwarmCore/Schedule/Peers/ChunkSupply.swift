import PeerWire

/// Which chunks of a segment a peer can be asked for.
enum ChunkSupply: Sendable {
    case none
    /// The peer is itself receiving the segment.
    case some(ChunkMask)
    case all

    var isEmpty: Bool {
        switch self {
        case .none: true
        case .some(let chunks): chunks.isEmpty
        case .all: false
        }
    }

    func has(_ chunk: Int) -> Bool {
        switch self {
        case .none: false
        case .some(let chunks): chunks.contains(chunk)
        case .all: true
        }
    }
}
