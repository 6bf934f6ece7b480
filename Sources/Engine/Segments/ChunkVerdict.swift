/// What became of a chunk that a peer sent.
package enum ChunkVerdict: Hashable, Sendable {
    /// It matched its leaf; `missing` of its bytes were new.
    case verified(missing: Int)
    /// All of it was there already.
    case duplicate
    /// It does not match its leaf or its length: the sender is at fault.
    case wrong
    /// Nobody can say: there is no proof of this segment here.
    case unexpected
    /// It matches its leaf, and the origin has said otherwise: the proof is wrong, not the sender.
    case contradicted
}
