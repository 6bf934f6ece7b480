import PeerWire

extension ChunkMask {
    /// The first chunks of a segment.
    init(prefix: Int, of count: Int) {
        self.init(chunkCount: count)
        for chunk in 0..<prefix { insertGroup(of: chunk) }
    }
}
