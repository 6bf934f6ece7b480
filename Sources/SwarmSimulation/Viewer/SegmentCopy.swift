/// What a member has of one segment.
struct SegmentCopy: Sendable {
    /// A bit for each chunk that is here.
    var chunks: UInt64 = 0
    /// The leaves are known, and attested.
    var hasProof = false
    /// All of it is here.
    var isComplete = false
    /// The leaves are those of other bytes than the CDN's: the notary was deceived.
    var isForged = false
    /// A chunk was taken from a peer that is not the CDN's.
    var isSpoiled = false
    /// Fetchers differ: it is not exchanged any more.
    var isQuarantined = false
    /// Peers are told that it is here.
    var isOffered = false
    /// Peers that it passed through on its way from the CDN, along the longest way.
    var hops: UInt8 = 0

    /// Chunks from the first on without a gap.
    var prefix: Int { (~chunks).trailingZeroBitCount }

    func has(_ chunk: Int) -> Bool { chunks & 1 << UInt64(chunk) != 0 }
}
