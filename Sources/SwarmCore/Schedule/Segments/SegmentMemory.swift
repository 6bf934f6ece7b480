/// The growing parts of a segment's record, which are needed only while it is worked on.
struct SegmentMemory: Sendable {
    var board = ChunkBoard()
    var leavesAskedOf: [PeerSlot] = []
    var servers: [PeerSlot] = []

    /// Two megabytes.
    private static let usualChunks = 64

    init() {}

    /// Has room for so many peers.
    init(reserving peers: Int) {
        board.reserve(Self.usualChunks)
        leavesAskedOf.reserveCapacity(peers)
        servers.reserveCapacity(peers)
    }
}
